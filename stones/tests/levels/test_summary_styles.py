"""Handoffs of many hands and four languages, each told honestly and in ways that must not pass."""

from dataclasses import dataclass

import pytest

from stones.levels.summary import check_summary
from stones.tests.levels.chat_doubles import count_tokens


@dataclass(frozen=True)
class Handoff:
    text: str
    summary: str
    detail: str
    dishonest: tuple[tuple[str, str], ...]
    """(said instead of the detail, the code of the fault or of what is left out)"""


HANDOFFS = {
    "a terse mail": Handoff(
        """Subject: invoice export

Hi Jo,

the export runs again since 14:20. Cause: the nightly job held a lock on invoices_2025 for 3 hours.
I killed it and set lock_timeout to 5s. Please don't re-run the backfill before Monday, finance is closing the books.
Two rows (id 8841, 8842) are still wrong; could you fix them by hand?

Thanks, Mira""",
        "Invoice export runs again; Jo fixes rows 8841 and 8842. Don't re-run the backfill before Monday.",
        "The nightly job held a lock on invoices_2025 for 3 hours; Mira killed it and set lock_timeout to 5s.",
        (
            ("Re-run the backfill before Monday.", "negation"),
            ("The nightly job held a lock for 5 hours.", "number"),
            ("Mira set statement_timeout to 5s.", "identifier"),
            ("Jo and Henrik fix the rows.", "name"),
        ),
    ),
    "a chat log": Handoff(
        """# Standup 2026-03-04

**Lena:** the canary is at 10%, error rate 0.4%. Not promoting it yet.
**Raj:** cert for api.example.test expires on 2026-03-19. I renew it this week.
**Lena:** decision: no deploys on Thursday while the auditors are here.

Actions
- [ ] Raj renews the certificate
- [x] Lena halves the canary's log volume
""",
        "Standup 2026-03-04: canary at 10%, not promoted yet; no deploys on Thursday; Raj renews the certificate.",
        "The error rate is 0.4%. The cert for api.example.test expires on March 19, 2026.",
        (
            ("The cert expires on March 29, 2026.", "number"),
            ("The error rate is 4%.", "number"),
            ("Raj and Tomás renew the certificate.", "name"),
        ),
    ),
    "rules for agents": Handoff(
        """# AGENTS.md

- NEVER edit files under vendor/.
- Always run `pnpm lint` before a commit.
- Do not add dependencies without asking a maintainer.

## Deprecated: the old release script

1. Bump the version in packages/core/version.json and push a tag by hand.
2. Upload the bundle to the mirror.
""",
        "Rules for agents: never edit vendor/, add no dependencies without asking a maintainer, run `pnpm lint` first.",
        "Files under vendor/ are not edited. Before a commit `pnpm lint` is run.",
        (
            ("Edit files under vendor/ when needed.", "negation"),
            ("Add dependencies without asking a maintainer.", "negation"),
            ("Run `pnpm lint --fix` before a commit.", "command"),
        ),
    ),
    "a superseded runbook": Handoff(
        """# Rotate the signing key

> ⚠️ SUPERSEDED by the CI job since May. These steps should NOT be executed.

1. Run `keyctl rotate --all` on the build host.
2. Copy the new key to the release server.
3. Restart the signer.
""",
        "Runbook for rotating the signing key, superseded by the CI job: its steps should not be executed.",
        "The steps were to rotate all keys on the build host, to copy the new key and to restart the signer.",
        (
            ("Copy the new key to the release server, then restart the signer.", "superseded"),
            ("Run `keyctl rotate --new` on the build host.", "command"),
        ),
    ),
    "an incident": Handoff(
        """Incident 2231 — checkout down

Impact: 37 minutes, 1,902 failed orders.
Root cause: the pool of 20 connections was exhausted by the report `daily_sums`.
Hypothesis 1 (refuted): DNS. We saw no resolver errors.
Fix: reports use the replica since 2026-02-11.
Follow-up: raise an alert at 80% of the pool (Nora).
""",
        "Checkout was down for 37 minutes: a report exhausted the pool; Nora adds an alert.",
        "Incident 2231: 1902 orders failed; `daily_sums` took all 20 connections. DNS was refuted. Alert at 80 %.",
        (
            ("Incident 2231: 1920 orders failed.", "number"),
            ("The alert is raised at 90% of the pool.", "number"),
            ("The report `weekly_sums` took all connections.", "identifier"),
        ),
    ),
    "deutsch": Handoff(
        """# Übergabe Importer

**Achtung:** Das Schema darf vor der Abnahme durch Frau Yıldız nicht geändert werden.

Stand: Der CSV-Import läuft, der XLSX-Import ist noch nicht getestet. 412 von 430 Dateien sind eingelesen.
Nächster Schritt: den Lauf mit 2 GB messen und das Ergebnis in docs/messung.md eintragen.
""",
        "Importer: CSV läuft, XLSX noch nicht getestet. Das Schema vor der Abnahme durch Frau Yıldız nicht ändern.",
        "412 von 430 Dateien sind eingelesen. Als Nächstes wird der Lauf mit 2 GB gemessen (docs/messung.md).",
        (
            ("412 von 440 Dateien sind eingelesen.", "number"),
            ("Die Messung steht in docs/ergebnis.md.", "path"),
            ("Die Abnahme erfolgt durch Bernd.", "name"),
        ),
    ),
    "deutsch ohne Warnung": Handoff(
        """# Sitzung vom 3. Februar 2026

Beschluss: Wir bleiben bei PostgreSQL 16. Die Migration auf 17 wird verschoben.
Bitte keine neuen Tabellen ohne Index anlegen.
Offen: Wer übernimmt die Sicherung? Karin fragt bei der Technik nach.
""",
        "Sitzung vom 03.02.2026: PostgreSQL 16 bleibt, die Migration auf 17 ist verschoben.",
        "Keine neuen Tabellen ohne Index anlegen. Offen ist die Sicherung, Karin fragt nach.",
        (
            ("Die Migration auf 18 ist verschoben.", "number"),
            ("Die Sicherung ist offen.", "prohibition"),
            ("Sitzung vom 04.02.2026. Keine neuen Tabellen ohne Index anlegen.", "number"),
        ),
    ),
    "español": Handoff(
        """# Traspaso: servicio de correo

⚠️ No reiniciar el servicio hasta que termine la cola (quedan 1.250 mensajes).

El error 451 venía de `smtp_timeout`, que ahora es de 30 s. Falta revisar los rebotes.
Siguiente paso: Lucía prueba el envío desde staging el 12 de mayo de 2026.
""",
        "Servicio de correo: no reiniciar hasta que termine la cola; Lucía prueba el envío el 12 de mayo de 2026.",
        "El error 451 venía de `smtp_timeout`, ahora de 30 s. Quedan 1250 mensajes; falta revisar los rebotes.",
        (
            ("Reiniciar el servicio antes de que termine la cola.", "negation"),
            ("Quedan 1520 mensajes.", "number"),
            ("Lucía y Ramiro prueban el envío.", "name"),
        ),
    ),
    "español sin avisos": Handoff(
        """# Acta

Se decidió usar Redis en vez de Memcached. El despliegue queda para el viernes.
Por favor, no toques la tabla `pedidos` sin avisar a Inés.
""",
        "Acta: se usa Redis en vez de Memcached. No tocar la tabla `pedidos` sin avisar a Inés.",
        "El despliegue queda para el viernes.",
        (("Se decidió usar Valkey.", "name"), ("El despliegue queda para el 9 de abril.", "number")),
    ),
    "français": Handoff(
        """# Relève : facturation

**Attention :** il ne faut pas relancer le lot de mars, il a déjà été facturé.

Le service tourne sur la version 4.7.2. Reste à corriger : l'arrondi de la TVA (ticket FAC-118).
""",
        "Facturation : il ne faut pas relancer le lot de mars ; reste à corriger l'arrondi de la TVA (FAC-118).",
        "Le service tourne sur la version 4.7.2.",
        (
            ("Le service tourne sur la version 4.7.3.", "number"),
            ("Le ticket est FAC-181.", "identifier"),
        ),
    ),
}


@pytest.mark.parametrize("name", HANDOFFS)
def test_honest_words_pass_and_leave_nothing_out(name: str) -> None:
    each = HANDOFFS[name]
    report = check_summary(each.summary, each.detail, each.text, count_tokens=count_tokens)
    assert [fault for fault in report.faults if fault.code != "too_long"] == []
    assert report.left_out == ()


@pytest.mark.parametrize(
    ("name", "said", "code"),
    [(name, said, code) for name, each in HANDOFFS.items() for said, code in each.dishonest],
)
def test_dishonest_words_do_not(name: str, said: str, code: str) -> None:
    each = HANDOFFS[name]
    report = check_summary(each.summary, said, each.text, count_tokens=count_tokens)
    assert code in {fault.code for fault in report.faults} | {missing.code for missing in report.left_out}


@pytest.mark.parametrize(
    "name", ["a terse mail", "a superseded runbook", "rules for agents", "deutsch", "español", "français"]
)
def test_without_a_word_of_it_the_warning_is_named(name: str) -> None:
    report = check_summary("A text.", "", HANDOFFS[name].text, count_tokens=count_tokens)
    assert report.left_out
