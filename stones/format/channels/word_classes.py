"""Words by word class, in the languages whose questions and orders they mark."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


QUESTION_WORDS = _words(
    """
    who whom whose what what's which when where where's why how how's who's wer wen wem was welche
    welcher welches wann wo wohin woher warum wieso weshalb wie wieviel qui quoi que quel quelle quels
    quelles quand où pourquoi comment combien quién quiénes qué cuál cuáles cuándo dónde cómo cuánto
    cuánta quem qual quais quando onde porquê como quanto chi che quale quali dove perché cosa waarom
    wanneer waar welke hoe wat vem vad när var varför hur kto co gdzie kiedy dlaczego jak czy кто что
    где когда почему зачем как какой какая какие сколько
    """
)
AUXILIARIES = _words(
    """
    is are was were do does did has have had can could should would will am isn't aren't don't doesn't
    didn't can't
    """
)
OPENING_AUXILIARIES = _words(
    """
    is are was were do does did has have can could should will would am
    """
)
PRONOUNS = _words(
    """
    i you we they he she it there this that these those anyone anybody someone
    """
)
ELLIPTIC = _words(
    """
    be been do not now already also still done being
    """
)
OBJECTS = _words(
    """
    the a an all any each every this that these those my your our their his her its me us him them it
    both der die das den dem ein eine einen einem alle diese diesen dieses dir mir uns ihm ihr mich
    meine meinen le la les l' un une des ce cette ces mon ma mes vos leur tout tous toutes el los las
    una unos unas este esta estos estas mi mis su sus todo todos todas nos o os as um uma umas isto il
    lo gli i uno tutti tutte questo questa de het een deze dit
    """
)
NON_VERBS = _words(
    """
    the a an this that these those there here it he she they we you i one some any all both each every
    either neither no none nobody most many much few several other others my your our their his her its
    in on at by for from with without within of off to into onto over under about above below after
    before behind between during since until till through across against among around as than like near
    per via plus minus despite beyond and or but nor so yet if when while because although though unless
    whether once whereas where what who which why how is are was were am be been being has have had does
    did can could will would shall should may might must not never always usually often sometimes
    currently today yesterday tomorrow now then later soon again still already also just only even
    perhaps maybe besides however therefore otherwise instead meanwhile first second third finally last
    next such same more less half der die das den dem des ein eine einen einem einer eines dies diese
    dieser dieses ich du er sie es wir ihr man mein meine dein deine sein seine unser unsere euer eure
    alle viele einige kein keine jeder jede jedes im auf aus bei mit nach von vom vor zu zum zur über
    unter für gegen ohne um durch seit bis während wegen und oder aber denn sondern wenn weil dass ob
    als da damit obwohl falls ist sind war waren wird werden wurde hat haben hatte kann können darf muss
    soll heute gestern morgen jetzt dann hier dort nicht auch nur noch schon sehr le la les un une au
    aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs je tu il elle
    nous vous ils elles qui que quoi dont où et ou mais donc ni car si comme quand lorsque à de en dans
    par pour sur sous avec sans chez vers entre après avant depuis pendant est sont était ont ne pas el
    los las lo una unos unas este esta estos estas ese esa mi mis tus su sus nuestro nuestra yo él ella
    nosotros y o pero porque aunque cuando como donde desde hasta con sin sobre tras al del fue era ha
    han hay ya hoy ayer mañana todo todos todas cada os uma uns umas meu minha seu sua nosso nossa eu
    ele ela nós eles e mas embora com sem por até foi são está não já hoje ontem amanhã gli uno mio mia
    suo nostro nostra io lui lei noi voi loro ed perché mentre senza tra fra dopo prima è sono non oggi
    ieri domani di het een deze dit dat mijn jouw zijn haar ons onze ik jij hij zij wij jullie maar want
    omdat toen met zonder voor naar op onder tussen na niet ook nog vandaag gisteren
    """
)
VERBS = _words(
    """
    accept acknowledge add adjust allow analyse analyze announce answer append apply approve archive
    arrange ask assign attach audit avoid back backfill backup base bisect block book bring build bump
    buy calculate call cancel capture carry change check choose cite clarify clean clear click clone
    close collect combine come commit compare compile complete compute configure confirm connect
    consider contact continue convert copy correct count cover create cut debug decide declare dedupe
    deduplicate define delete deliver deploy describe design detect determine develop diagnose disable
    discard discuss do document don't download draft draw drop dump edit embed emit enable encrypt
    enforce ensure enter escape estimate evaluate examine exclude execute expand export expose extend
    extract fetch figure file fill filter find finish fix flag focus follow force format forward freeze
    gather generate get give go grab group guard handle harden help hide highlight identify ignore
    implement import improve include increase index inform insert inspect install integrate introduce
    investigate invite issue join keep label launch leave let limit link list load locate lock log look
    lower make map mark mask measure merge migrate mock modify monitor mount move name normalise
    normalize note notify open optimise optimize order organise organize output pack parse paste patch
    pause pay perform pick pin place plan plot point port post prefer prepare preserve press prevent
    print prioritise prioritize probe process produce profile propose protect prove provide publish pull
    purge push put queue quote raise read rebase rebuild recheck recommend reconcile record recover
    redact redesign redo reduce refactor refresh register regenerate reject release reload remember
    remind remove rename renew reorder repair repeat replace reply report repro reproduce request
    require rerun rescale research reserve reset resize resolve respond restart restore restrict
    restructure retry return reuse revert review revise revoke rewrite ring roll rotate round run save
    scale scan schedule scrub search secure see select send separate serve set setup share ship shorten
    show shrink shut silence simplify skip solve sort specify speed split squash stage standardise start
    state stay stop store streamline strip submit suggest summarise summarize support suppress swap
    switch sync tag take tell test tidy tighten track trace train transfer transform translate
    transcribe trim trigger truncate try tune turn tweak unify uninstall unlock unpin update upgrade
    upload use validate vendor verify virtualise virtualize visit wait walk watch wire work wrap write
    zip
    """
)
FINITE = _words(
    """
    is are was were has have had isn't aren't wasn't does doesn't did didn't can can't could will would
    fails failed crashes crashed hangs hung breaks broke stops stopped works worked takes took comes
    came goes went runs ran passes passed shows showed needs of for at in results summary report notes
    ist sind war wird hat est sont était es era son fue è sono
    """
)
SUBORDINATE = _words(
    """
    if when whenever once before after while until unless where for to as since because in with from
    wenn falls sobald bevor nachdem solange während si quand lorsque dès avant après pour cuando antes
    después para se quando prima dopo per als voordat zodra nadat wanneer om
    """
)
