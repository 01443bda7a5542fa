"""General English words that signal an intent. None of them belongs to a product or a trade."""

import re

OPENERS = re.compile(
    r"(?:please|pls|plz|kindly|hey|hi|hello|ok|okay|so|well|and|then|just|um+|er|now|also|again|actually|basically"
    r"|simply|quickly|sorry|excuse me|quick question|question|anyone knows?|does anyone know|do you know|any idea"
    r"|(?:can|could) (?:you|someone|anyone) tell me|remind me|let us|go ahead and|next|finally|maybe|first"
    r"|today|right now"
    r"|in one sentence|in short|in a nutshell|in general|by default)(?: |$)"
)
"""Said before the question itself; removed as often as one occurs."""

SIGNALS = (
    "what", "which", "where", "when", "how", "why", "who", "does", "should", "would", "could",
    "show", "find", "list", "search", "locate", "explain", "describe", "define", "compare", "difference",
    "between", "overview", "versus", "meaning",
)  # fmt: skip
"""Words whose misspellings are corrected before the rules apply."""

_NOT_MISSPELLED = """
    all and any are but can cloud compared comparer compares could cut defined definer defines described
    describes did do doe dos dose doses explained explains fid fin finds fine fined fins fit fond for form fund
    get goes had has hat have her here hero hew his hoe hop hot however hows hut its kind last lest list listed
    lists lit located locates lost lot low lust mind new not now one our out owe own sear search searched
    searches see set she shoe shoo shop shot should shoulder show shown shows slow snow sow stow than that the
    them then there these they this those thus too two use was way wen went were wet wheat whenever wherever
    whet whichever while whip white whoever whole whom whose why's with woe won woo word world would wound wow
    yes you
"""
NOT_MISSPELLED = frozenset(_NOT_MISSPELLED.split()).union(SIGNALS)
"""Real words one typing error away from a signal word."""

_VERBS = """
    abort accept access activate adapt add adjust aggregate align allow alter analyse analyze animate annotate
    announce anonymise anonymize answer append apply approve archive arrange ask assemble assign attach audit
    authenticate authorise authorize auto-label autocomplete automate avoid back backfill backup bake balance
    batch begin bind bisect block blur bold book boost bootstrap branch bring broadcast build bulk bump bundle
    buy cache calculate calibrate call cancel capture cast categorise categorize center centre chain change
    charge chart chat check cherry-pick choose chop chunk classify clean clear clip clone close cluster collapse
    collect color colour combine commit compact compile complete compose compress compute concatenate configure
    confirm connect consume containerise containerize convert cook copy correct count cover create crop
    cross-link cull customise customize cut debounce debug decode decrease decrypt dedupe deduplicate delete
    deliver deny deploy derive deselect design detect diagnose diff dim disable discard disconnect display
    distil distribute divide do dock dockerize double download draft drag draw drill drive drop dump duplicate
    dye edit eject email embed emit enable encode encrypt enforce enhance enlarge enrich ensure enter erase
    escape estimate evaluate exclude execute expand expire export expose extend extract factor fade fetch file
    fill filter fine-tune finetune finish fit fix flag flatten flip flush focus fold follow force forecast
    forget fork format forward freeze fuse gather generate get give grab grade grant graph group grow guard
    guess halve hand handle hash have heat help hide highlight hold honor honour hook host ignore import improve
    include increase increment indent index infer inform initialise initialize inject inline insert inspect
    install integrate intercept invalidate invert invite invoke issue iterate join jump keep kill label launch
    lay leave let limit link lint listen load lock log loop lower mail make manage map mark mask match measure
    memoize mention merge migrate mimic minify mirror mix mock model modify monitor mount move multiply mute
    name narrow nest normalise normalize notify number obtain offer omit open optimise optimize order organise
    organize outline output overlay override overwrite pack package pad paginate paint pair parallelise
    parallelize parse partition pass paste patch pause pay persist pick pin ping pipe place plan play plot point
    poll pop populate port post postpone precompute predict prefetch prefix prepare prepend present preserve
    press prevent preview print prioritise prioritize process produce profile promote prompt propose protect
    prove provide provision proxy prune publish pull punch purge push put query queue quote raise rank rate read
    rearrange rebase rebuild recalculate receive recolor recolour recommend reconcile record recover recreate
    recurse redact redirect redo reduce refactor refine reformat refresh refund regenerate register reindex
    reject relabel release reload remap remind remove rename render reorder reorganise reorganize repair repeat
    rephrase replace replay replicate reply report request require rerank rerun rescale reschedule reset resize
    resolve restart restore restrict resume retrain retrieve retry return reuse reverse revert review revoke
    rework rewrite roll rotate round route run sample sanitise sanitize save scaffold scale scan schedule score
    scrape scroll scrub seal seed segment select sell send separate serialise serialize serve set setup shade
    shard share sharpen shift shorten shrink shuffle shut sign silence simplify simulate skip slice slow smooth
    snapshot soften solve sort spawn specify speed spellcheck spin split spread squash stack stage standardise
    standardize start stash stitch stop store straighten stream strip structure style submit subscribe
    substitute subtract suggest sum summarise summarize supply suppress swap switch sync synchronise synchronize
    tabulate tag tail take tally target teach tell terminate test tether throttle throw tidy tie tighten time
    toggle tokenise tokenize touch trace track trade train transcode transcribe transfer transform translate
    transpile traverse trigger trim truncate try tune turn tweak type undo unfold unify uninstall unlink unlock
    unpack unpublish unsubscribe untangle update upgrade upload upsert use vacuum validate vary vectorise
    vectorize verify version void wait wake walk warm warn wash watch watermark weigh widen wipe wire wrap write
    zip zoom
"""
VERBS = frozenset(_VERBS.split())
"""Verbs that begin a bare imperative; those of searching and explaining are in intent_rules.py."""
