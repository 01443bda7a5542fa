"""Attempts to replace a model's own rules: orders to forget them, false roles, forged marks of a prompt."""

import re

from core.text.grouped_patterns import group_alternatives
from core.text.instructions.injection_patterns.pattern_fragments import any_of

OVERRIDES = any_of(
    r"\b(?:ignore|disregard|forget|override|overrule|bypass|discard|neglect|skip|drop|cancel|erase|abandon"
    r"|(?:do not|don't"
    r"|stop|no longer) (?:follow|obey|heed|apply)\w*|pay no attention to|supersedes?"
    r"|replaces?)\b[^.!?]{0,40}?"
    r"\b(?:(?:previous|prior|above|earlier|preceding|foregoing|system|initial|original|your|other|all|any"
    r"|existing|past)\b"
    r"[^.!?]{0,25}?\b(?:instructions?|prompts?|directives?|directions|guidelines|programming|system message"
    r"|safety rules)"
    r"|(?:your|(?:the |all )?(?:previous|prior|above|earlier|preceding)|(?:your )?system)\b[^.!?]{0,15}?"
    r"\b(?:rules|commands|orders|messages?|context|training|constraints|restrictions|polic(?:y|ies)))\b",
    r"\b(?:forget|ignore|disregard) (?:everything|all|anything|what)\b[^.!?]{0,12}\b(?:above|before (?:this"
    r"|now)|(?:you|that) "
    r"(?:were|was|have been|had been) (?:told|instructed|given|taught|said)|you know(?=[.!,;]|$)|previously"
    r"|so far)\b",
    r"\b(?:new|updated|revised|real|actual|true|secret|hidden|urgent|overriding) (?:system )?"
    r"(?:instructions?|prompt|directives?)\b(?: for (?:you|the \w+))?\s*[:–—]",
    r"\b(?:ignorier\w*|vergiss|vergesst|vergessen sie|missachte\w*|ubergeh\w*"
    r"|beachte\w*(?= [^.!?]{0,60}nicht))\b[^.!?]{0,50}"
    r"\b\w{0,12}(?:anweisung|instruktion|vorgabe|befehl|prompt|regel)\w*",
    r"\b(?:ignor|oubli|neglig|meprise|ne (?:tiens|tenez|suis|suivez) (?:pas|plus))\w*\b[^.!?]{0,30}"
    r"\b(?:les|tes|vos|toutes?|ces|des|aux)\b[^.!?]{0,30}\b(?:instructions?|consignes?|directives?|regles"
    r"|prompts?|ordres)\b",
    r"\b(?:ignor|olvid|esquec|descart|desconsider|omit|no (?:sigas|hagas caso))\w*\b[^.!?]{0,50}"
    r"\b(?:instruccion\w*|instruco\w*|indicacion\w*|ordenes|ordens|reglas|regras|directrices)\b",
    r"\b(?:ignor|dimentic|trascur|tralasci)\w*\b[^.!?]{0,50}\b(?:istruzion\w+|regole|direttive"
    r"|indicazioni)\b",
    r"\b(?:negeer|vergeet|veronachtzaam)\w*\b[^.!?]{0,50}\b(?:instructies?|aanwijzingen|opdrachten|regels"
    r"|prompts?)\b",
    r"\b(?:zignoruj|ignoruj|pomin|zapomnij)\w*\b[^.!?]{0,50}\b(?:instrukcj|polecen|zasad)\w*",
    r"\b(?:ignorera|glom|bortse|ignorer|glem|se bort)\b[^.!?]{0,50}\b\w*(?:instruktion|anvisning|instruks"
    r"|regler)\w*",
    r"\b(?:проигнорир|игнорир|забуд|ігнор|не обраща|не след|отмен)\w*[^.!?]{0,50}(?:инструкц|указан|правил"
    r"|команд|інструкц|вказівк)\w*",
    r"\b(?:abaikan|lupakan)\b[^.!?]{0,50}\b(?:instruksi|perintah|petunjuk)\b"
    r"|\bbo qua\b[^.!?]{0,40}\b(?:huong dan|chi thi|lenh)\b",
    r"(?:talimat|komut|yonerge)\w*[^.!?]{0,30}\b(?:yoksay|yok say|gormezden gel|unut|dikkate alma)\w*",
    r"(?:忽略|忽视|忽視|无视|無視|忘记|忘記|不要理会|不要遵守|请无视)[^。!?]{0,25}(?:指令|指示|说明|說明|提示|规则|規則|命令|要求)",
    r"(?:指示|命令|プロンプト|ルール|指令)[^。!?]{0,20}(?:無視|忘れ|従わな)",
    r"(?:지시|명령|지침|프롬프트|규칙)[^.!?]{0,20}(?:무시|잊)",
    r"(?:تجاهل|انس|اهمل|أهمل)[^.!?]{0,40}(?:تعليمات|الأوامر|أوامر|الاوامر|توجيهات)",
    r"(?:निर्देश|आदेश|नियम)[^.!?।]{0,40}(?:अनदेखा|अनदेखी|नज़रअंदाज़|नजरअंदाज|भूल)",
    r"(?:התעלם|תתעלם|שכח)[^.!?]{0,40}(?:הוראות|ההוראות|הנחיות|ההנחיות)",
    r"(?:αγνοησ|αγνοησε|ξεχασ)\w*[^.!?]{0,40}(?:οδηγι|εντολ)\w*",
)

ROLES = any_of(
    r"<\|[a-z_]{2,30}\|>",
    r"\[/?inst\]|<</?sys>>|<(?:start|end)_of_turn>|<\|?(?:endoftext|begin_of_text)\|?>|</?tool_calls?>"
    r"|</?function_calls?>",
    r"</?(?:system|assistant|developer|instructions?|system[-_ ](?:prompt|message|reminder)|untrusted\w*"
    r"|sources?|documents?"
    r"|context|material|tool_result|function_results)(?: [^<>]{0,60})?>",
    r"^\W{0,6}(?:system|developer|admin(?:istrator)?|assistant|operator|root)\b(?: (?:message|prompt|note"
    r"|notice|override"
    r"|update|instructions?|command|alert|directive))?\W{0,4}[:\]]\W{0,4}(?:please )?(?:you\b|your\b|ignore"
    r"|disregard|from now"
    r"|always|never|the user\b|new |override|answer|cite|say\b|respond|reply|add\b|set\b|call\b|include"
    r"|do not|don't|when|"
    r"forget|understood|sure|output|print|mark|treat|important|end\b|delete|save|remember)",
    r"\bsystem (?:override|prompt (?:update|override)|instruction)\s*[:!]|\bbegin (?:system"
    r"|admin) (?:prompt|message|override)",
    r"^\W{0,6}(?:###|\[)\s*(?:system|instructions?|assistant|response)\b\s*(?:\]"
    r"|:)\s*(?=\S)(?=.{0,40}\b(?:you|answer|cite|say"
    r"|ignore|reply|respond|add|set|always|never|call)\b)",
    r"\"role\"\s*:\s*\"(?:system|assistant|developer|tool)\"",
)

_STEMS = group_alternatives(
    "instru|inst]|istruz|prompt|direct|dirett|guidel|programming|message|rules|command|order|context|training|"
    "constraint|restrict|polic|forget|ignor|disregard|anweis|vorgabe|befehl|regel|consigne|regle|ordre|indica|orden|"
    "regla|regra|regol|aanwij|opdrach|polecen|zasad|anvis|perintah|petunjuk|bo qua|talimat|komut|yonerge|system|"
    "develop|admin|assist|operator|root|respons"
)
_TAGS = r"<[|<]|</?(?:source|document|material|untrusted|tool_|function_|start_of|end|begin_of)"
OVERRIDING_STEMS = re.compile(rf"{_STEMS}|{_TAGS}|\"role|[\u0370-\u0dff\u3040-\ud7ff]")
"""What overrides a model's rules has one of these: most sentences have none, and one search tells so."""

FORGED_DELIMITERS = any_of(
    r"={3,} ?(?:begin|end|text|source|note|page|profile|conversation)\b",
    r"[-=#*~_<]{3,} ?(?:begin|end|start|stop)\b[^\n]{0,20}\b(?:of )?(?:sources?|untrusted|notes?|documents?"
    r"|context|material"
    r"|system|prompts?|instructions?|data|input|conversation)\b",
    r"\b(?:end|close) of (?:the |this )?(?:untrusted|quoted|source material|context|user input"
    r"|system prompt)\b"
    r"|\b(?:sources?|material|context|document|untrusted (?:text|data|content)) (?:ends|end|is over"
    r"|stops) here\b",
)
