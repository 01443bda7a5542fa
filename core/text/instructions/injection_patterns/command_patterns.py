"""Orders to a model about what to do or to answer, and claims of a text about itself."""

from core.text.instructions.injection_patterns.pattern_fragments import MODEL, ORDER, QUOTED, any_of

ADDRESSES = any_of(
    rf"\b(?:attention|note|notice|message|instructions?|important|warning|memo|hint|reminder|directive"
    rf"|request|order)"
    rf"(?: (?:to|for))?(?: (?:the|any|all|every|whichever|whatever|an?))?[,: ]+{MODEL}\b[^.!?\n]{{0,50}}"
    r"(?:[:!–—]| - |, (?:please|you|when|if|do|always|never|say|cite|answer|add|ignore))",
    rf"\b(?:dear|hey|hello|hi|attention|listen,?|ok|okay) (?:the )?{MODEL}\b\s*[,:!–—]",
    rf"^\W{{0,4}}{MODEL}\s*[,:] (?:please|you\b|your\b|ignore|disregard|always|never|answer|cite|say\b"
    rf"|respond|reply|add\b"
    r"|set\b|call\b|include|do not|don't|when\b|if\b|forget|output|print|tell|write|save|delete|stop"
    r"|remember)",
    rf"\b(?:if|since|because|when|as) you(?:'re| are| happen to be)(?: reading this and are)? (?:an? |the "
    rf"|some )?{MODEL}\b",
    rf"\b(?:any|every|all|whichever|whatever|an?|the) {MODEL} (?:that |who |which )?(?:reads?|reading"
    rf"|process(?:es|ing)"
    r"|sees|seeing|summari[sz](?:es|ing)|answer(?:s|ing)|handl(?:es|ing)|parsing) (?:this|these|it"
    r"|from this)\b",
    rf"\bas (?:an?|the|your) {MODEL},? (?:you|your|always|never|must|should|it is your)\b",
    rf"\byou are (?:now |actually |really |no longer )+(?:an? |the |my )?(?:{MODEL}|dan\b|unrestricted"
    rf"|jailbroken|evil|free\b|bound)",
    r"\byou (?:are|have) (?:now )?(?:no longer (?:bound|restricted)|no restrictions)|\b(?:dan|jailbreak|god"
    r"|developer|debug"
    r"|unrestricted|maintenance|admin) mode (?:is )?(?:now )?(?:on|enabled|activated|active)\b"
    r"|\b(?:enter|enable|activate|switch (?:in)?to) (?:\w+ )?(?:dan|jailbreak|god|developer"
    r"|unrestricted) mode\b",
    r"\b(?:from now on|henceforth|from this point (?:on|forward)|for the rest of (?:this"
    r"|the) (?:conversation|chat|session))"
    r"[, ]{1,3}(?:you (?:must|shall|have to|are to|will (?:answer|respond|reply|act|say|only|always|ignore"
    r"|cite|speak))"
    r"|always |answer|respond|reply|act as|cite|every (?:answer|reply|response)|end every|start every"
    r"|all (?:answers|replies))",
    r"\bpretend (?:that )?you(?:'re| are| were| have)\b|\b(?:role-?play|act|behave|respond"
    r"|answer) as (?:if you were|though you were"
    r"|an? (?:unrestricted|evil|jailbroken|uncensored|different ai)|dan\b)",
    rf"{ORDER}(?:reveal|print|repeat|show|output|leak|disclose|display|dump|expose|recite"
    rf"|translate)\b[^.!?]{{0,30}}\b(?:system prompt"
    r"|your (?:instructions|prompt|rules|configuration|guidelines)|hidden (?:prompt|instructions)"
    r"|initial prompt"
    r"|(?:prompt|text|words|everything|messages) above)\b",
    r"\b(?:do not|don't|never|without) (?:tell|tells|telling|inform|informing|reveal(?:ing)? (?:this|it) to"
    r"|mention(?:ing)? (?:this|it)"
    r" to|alert(?:ing)?|notify(?:ing)?|warn(?:ing)?) (?:this to )?(?:the |any )?(?:user|human|operator"
    r"|asker|person asking)\b",
)

COMMANDS = any_of(
    rf"{ORDER}(?:cite|quote|reference|credit|name|list|give)\s+(?:only |also |always |instead "
    rf"|exclusively |just )*(?:as source )?"
    r"(?:(?:the |this |that |my )?(?:note|page|profile|source|document|article|entry)s?(?: (?:with"
    r"|of))?(?: the)?(?: id| number)?"
    rf"\s*[:#]?\s*(?:{QUOTED}|[0-7][0-9a-hjkmnp-tv-z]{{25}}\b|\w*\d\w*\b|https?://|first\b|instead\b"
    rf"|for (?:every|each|all|any|this)\b"
    r"|in (?:every|your|each|all)\b|as (?:the|your|its|a) (?:only )?(?:source|citation|evidence)\b"
    r"|and nothing else|alone\b|only\b)"
    r"|https?://|[0-7][0-9a-hjkmnp-tv-z]{25}\b)",
    r"\b(?:cite|quote|reference|credit) (?:this|that|my) (?:note|page|document|profile"
    r"|article)\b(?! in (?:the|our|my) )",
    r"\b(?:add|include|insert|append|put|list|place|attach|give|use"
    r"|cite)\b[^.!?\n]{0,60}https?://\S{1,200}[^.!?\n]{0,20}"
    r"\b(?:to|in|into|as|among|under) (?:your |the |every |all |each |an? )*(?:answers?|sources?"
    r"|external\w*|citations?|repl(?:y|ies)|"
    r"responses?|references|list)\b",
    r"\b(?:add|include|insert|append|put|list|cite)\b[^.!?\n]{0,40}\b(?:to|in|into|as|among|under) (?:your "
    r"|the )?"
    r"(?:external ?sources?|externalsources|citations|list of sources|source list)\b",
    r"\b(?:add|include|insert|append|put|write|mention|start|begin|end|finish|prefix|open|close|say|use"
    r"|repeat|promote|recommend)\b"
    r"[^.!?\n]{0,60}\b(?:your (?:final )?(?:answer|response|reply|output|citations?|explanation)|(?:every"
    r"|each|all) (?:answer|reply"
    r"|response|repl)(?:s|ies)?)\b",
    r"\byour (?:final |only |next )?(?:answer|response|reply|output) (?:must|should|shall|has to|needs to"
    r"|will|is to|ends?|begins?)\b",
    r"\bthe (?:(?:only |one )?(?:correct|right|true|real|only|final|official) answer|answer) (?:to"
    r"|for) (?:this|any|every|all|each|whatever)"
    r" (?:\w+ )?(?:questions?|quer(?:y|ies))?[^.!?]{0,20}\b(?:is|must|should|shall|will)\b",
    rf"{ORDER}(?:answer|respond|reply)\s+(?:only|just|always|exactly|every|any|all|simply|solely"
    rf"|exclusively)\b",
    rf"{ORDER}(?:answer|respond|reply)(?: to (?:this|every|any|all|each|the)[^.!?\n]{{0,30}})?(?: with"
    rf"| by saying| that|:)"
    rf" (?:only |just |exactly |the (?:single )?(?:word|phrase|sentence|text) )*(?:{QUOTED}|(?-i:[a-z]*\d)"
    rf"|nothing)",
    rf"\b(?:only|always|just|must|instead) (?:answer|respond|reply|say|output|print) (?:with "
    rf"|that )?(?:the (?:word|phrase|sentence|text) )?"
    rf"(?:{QUOTED}|:)",
    rf"{ORDER}(?:say|output|print|write|repeat|state|claim|insist)\s+(?:only |exactly |just "
    rf"|that the answer |the (?:single )?"
    rf"(?:word|words|phrase|sentence|text|string|following)\s*)+(?:{QUOTED}|:|is\b)",
    r"\b(?:when(?:ever)?|if|once|should) (?:you are |you're |ever |anyone |anybody |someone |somebody "
    r"|the user |a user |users |they "
    r"|people )*(?:asks?|asked|answering|responding|replying|summari[sz]ing|queried"
    r"|questioned)\b[^.!?\n]{0,80}?[,:;] ?(?:then |please "
    r"|you (?:must|should|shall|will) |always |only |just |simply )*(?:answer|say|reply|respond|tell|write"
    r"|cite|claim|state|output|"
    r"return|insist|mention|recommend|add)\b",
    r"\b(?:set|mark|make|force|change|fill|leave|put|switch|turn|report)\b[^.!?\n]{0,30}\b(?:used_?profile"
    r"|has_?sources|source_?types"
    r"|source_?explanation|external_?sources|note_?id|note_?title|citations)\b[^.!?\n]{0,30}(?:\bto\b|=|:"
    r"|\bas\b|\btrue\b|\bfalse\b"
    r"|\bempty\b|\bon\b)",
    r"\b(?:used_?profile|has_?sources|source_?types|external_?sources|source_?explanation"
    r"|note_?id)\b(?:\"\s*:|[' ]{0,3}(?:must be|should be"
    r"|is to be|to be))\s*(?:\"|'|\[|true\b|false\b|null\b)",
    r"\b(?:claim|say|state|pretend|report|mark)\b[^.!?\n]{0,20}\bprofile (?:was|has been|is) used\b"
    r"|\buse the profile (?:even|anyway|as a source)",
    rf"{ORDER}(?:call|invoke|trigger|use|run|execute)\s+(?:the |your |a )?[\w.-]{{0,40}} ?(?:tool|function"
    rf"|plugin)s?\b[^.!?\n]{{0,30}}"
    r"\b(?:to|with|and|on|now|for)\b[^.!?\n]{0,40}\b(?:delet|send|e-?mail|forward|upload|post\b|exfil"
    r"|transfer|sav|renam|remov|drop"
    r"|switch|chang|creat|mov|wip|eras)\w*",
    rf"{ORDER}(?:call|invoke|trigger|execute)\s+(?:the |your )?(?:(?:tool|function"
    rf"|plugin)\s+{QUOTED}?[a-z]+(?:_[a-z]+)+\b"
    rf"|{QUOTED}?(?:\w+_)?(?:save|delete|send|create|rename|switch|drop)_\w+)",
    rf"{ORDER}(?:switch|change|move|go)\b[^.!?\n]{{0,25}}\b(?:to|into) (?:the )?(?:room|conversation"
    rf"|chat)\b",
    rf"{ORDER}(?:save|store|keep)\s+(?:this|the|your) (?:answer|reply|response|conversation) as (?:a "
    rf"|an )?(?:new )?note\b",
    rf"{ORDER}(?:send|post|forward|upload|transmit|e-?mail|leak|exfiltrate|submit"
    rf"|copy)\b[^.!?\n]{{0,60}}\b(?:conversation|chat|notes?|"
    r"profile|history|secrets?|keys?|passwords?|data|everything|answer)\b[^.!?\n]{0,40}(?:https?://|\S@\S)",
    r"!\[[^\[\]\n]{0,80}\]\(https?://[^()\s]{0,200}(?:\{|%7b|\$\{|<|\[)",
    r"\b(?:antworte\w*|antworten sie|sage?|schreibe?|zitiere\w*|nenne|gib)\b[^.!?\n]{0,20}\b(?:nur|immer"
    r"|stattdessen|ausschliesslich|stets)\b"
    r"|\bzitiere\w*\b[^.!?\n]{0,30}\b(?:notiz|quelle|seite)\b",
    r"\b(?:reponds|repondez|dis|dites|ecris|ecrivez|cite|citez)\b[^.!?\n]{0,20}\b(?:uniquement|toujours"
    r"|seulement|exactement|a la place|plutot)\b"
    r"|\bcite[zr]?\b[^.!?\n]{0,20}\b(?:cette|la) (?:note|page|source)\b",
    r"\b(?:responde|responda|contesta|di|diga|escribe|escreva|cita|cite|rispondi|scrivi|antwoord|zeg"
    r"|citeer)\b[^.!?\n]{0,20}"
    r"\b(?:siempre|solo|solamente|unicamente|sempre|apenas|somente|soltanto|altijd|alleen|uitsluitend"
    r"|en su lugar|invece)\b",
    r"(?:请|必须|只能|只需|务必|一律|始终)[^。!?\n]{0,15}(?:回答|引用|回复|输出|说)|(?:と|だけ)(?:答え|回答|返信|出力)(?:て|し|せよ|なさい)"
    r"|(?:отвечай|ответь|скажи|процитируй|цитируй)(?:те)?\b[^.!?\n]{0,20}(?:только|всегда|вместо|заметк)",
)

_THIS = r"(?:this|the following|these|my) (?:notes?|pages?|documents?|texts?|messages?|profile|entry|instructions?)"
_REPLY = r"(?:answer|response|reply|summary|output)"

CLAIMS = any_of(
    r"\byour (?:(?:new|real|actual|true|only|next|current) )+(?:task|goal|objective|mission|job|purpose"
    r"|role|instructions?)\b"
    r"[^.!?]{0,12}(?:\bis\b|\bare\b|:)|\byour (?:instructions|task|role|rules|orders|guidelines) (?:have"
    r"|has) (?:been )?(?:now )?(?:changed|updated|replaced)",
    r"\bnew system (?:prompt|message|instructions?)\b",
    r"^\W{0,6}(?:override|system)\W*[:!] (?:treat"
    r"|the following|all)\b",
    rf"{ORDER}(?:ignore|disregard|forget|do not answer|don't answer|never answer"
    rf"|refuse to answer)\s+(?:the |what the |whatever the |this |every )"
    r"(?:user|question|quer(?:y|ies)|asker|human|request)\b",
    r"\bbefore (?:you )?(?:can )?(?:solv|answer|complet|respond|reply|continu"
    r"|finish)\w*\b[^.!?]{0,80}\b(?:please|you must|do the following"
    r"|first\b)|\bstop what you(?:'re| are) doing\b",
    r"\bthe user (?:has |had |also |already )*(?:authori[sz]ed|allowed|instructed|permitted|asked|wants"
    r"|agreed|consented|told|expects|needs) (?:you|this)\b",
    r"\b(?:correct|right|only|best|true) answer to the (?:user|asker)'s\b|\b(?:translate|replace|rewrite"
    r"|change) the (?:user|asker)'s (?:question|query)",
    rf"\bwhen (?:generating|summari[sz]ing|writing|preparing|producing|creating|composing|giving) (?:the|a"
    rf"|an|your|any|each|every) (?:final )?{_REPLY}\b",
    r"\bto (?:whoever|whatever|whichever|any(?:one|thing)?|the) (?:\w+ ){0,3}?(?:process|read|pars"
    r"|summari[sz]|handl|index)(?:es|ing|e|s)? (?:this|these)\b",
    r"\btreat\b[^.!?\n]{0,60}\bas (?:the |your |a |an )?(?:highest|top|only|most|system|sole"
    r"|authoritative|new instructions)\b",
    rf"\b{_THIS} (?:supersedes?|overrides?|replaces?|takes? precedence|has priority"
    rf"|outranks?)\b[^.!?\n]{{0,30}}\b(?:all|any|every|other|previous|your)\b",
    rf"{ORDER}(?:never |do not |don't )(?:cite|quote|use|mention|name)\s+(?:any |an)?(?:other|another)\b",
    rf"{ORDER}(?:cite|quote)\s+(?:only |just )?(?:it|this|me)\b(?: (?:for|in|as)\b|\W|$)",
    r"\b(?:add|include|insert|append|put|give)\b[^.!?\n]{0,20}\bcitations? (?:to|of|for|from) (?:the "
    r"|this )?(?:note|page|profile)\b"
    r"|\bmark\b[^.!?\n]{0,15}\bprofile as used\b|\buse https?://\S{1,200} as (?:the |your )?(?:url|source"
    r"|link)",
    r"\b(?:no matter|regardless of|irrespective of|whatever) (?:what |who |how |the |any |which )*(?:is "
    r"|are |was |being |anyone |anybody |someone |you are"
    r" |they )?(?:ask|question|quer|user)\w*",
    r"\bthe (?:ai|assistant|llm|chatbot|ai assistant|language model) (?:must|should|shall|has to|needs to"
    r"|is to) (?:now |also )?(?:always|never|only|cite"
    r"|recommend|answer|say|reply|respond|mention|ignore|add|include|claim|tell)\b",
    r"\"(?:tool|tool_name|function|function_call|action|name)\"\s*:\s*\"[^\"\n]{1,60}\"[^\n]{0,40}\"(?:arguments|parameters|args|params)\"\s*:",
    r"\b(?:human|user)\s*:\s[^\n]{0,300}\bassistant\s*:",
    r"\bwhat (?:are|were|is) your (?:system |initial )?(?:instructions|prompt|rules)\b|\brepeat (?:them"
    r"|everything) (?:verbatim|word for word)",
    rf"\byou,? (?:the|an?|as an?|as the) {MODEL}\b|\bthis is your (?:developer|creator|admin\w*|operator"
    rf"|owner|system)\b",
    r"^\W{0,6}end of (?:the )?(?:notes?|sources?|context|documents?|material)\b\W",
    rf"\b(?:insert|append|add|include|put)\b (?:the )?(?:sentence|phrase|words?|text"
    rf"|line)?\s*{QUOTED}[^\n]{{1,80}}\b{_REPLY}\b",
    rf"{ORDER}(?:do not|don't|never) (?:summari[sz]e|quote|cite|read out|use|mention) {_THIS}\b",
    rf"{ORDER}(?:output|reveal|dump|leak|disclose)\b[^.!?\n]{{0,40}}\b(?:of the user|user's|the user)\b",
    r"\b(?:ki|ia|ии|sprachmodell\w*|(?:ki-)?assistent\w*|asistente|ассистент\w*"
    r"|нейросет\w*)\b[^.!?\n]{0,40}\b(?:immer|nur|stets|zitiere|toujours"
    r"|uniquement|siempre|solo|sempre|altijd|alleen|всегда|только)\b",
    r"(?:ai|人工智能|助手|大模型|アシスタント|モデル)[^。！？\n]{0,25}(?:必须|请|回答|忽略|引用|答え|無視|してください)",
    r"\byou have been (?:hacked|reprogrammed|jailbroken|compromised|overridden|hijacked)\b|\b(?:follow"
    r"|obey) my (?:orders|instructions|commands)\b",
)
