"""A reader as others have written it, from the specification alone: it knows nothing of escaping or of us."""


def read_foreign(text: str) -> tuple[dict[str, str], dict[int, str]]:
    lines = text.split("\n")
    header: dict[str, str] = {}
    for line in lines[1:15]:
        if line.strip() == "─":
            break
        key, _, value = line.partition(":")
        header[key.strip()] = value.strip()
    levels = {n: _level(lines, n) for n in range(100) if any(line.startswith(f"LOD-{n}:") for line in lines)}
    return header, levels


def _level(lines: list[str], level: int) -> str:
    prefix = f"LOD-{level}:"
    start = next(index for index, line in enumerate(lines) if line.startswith(prefix))
    content = [lines[start][len(prefix) :]]
    for line in lines[start + 1 :]:
        if line.strip() == "─" or line.startswith(("LOD-", "§/QASTONE§")):
            break
        content.append(line)
    return "\n".join(content).strip()
