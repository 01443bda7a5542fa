"""Django's settings. What may differ between sites comes from `environment.py`; the rest is decided here."""

from datetime import timedelta

import django_stubs_ext
from csp.constants import NONCE, NONE, SELF

from qastone_site.admin_theme import UNFOLD  # noqa: F401  # read by django-unfold
from qastone_site.api_docs import SPECTACULAR_SETTINGS  # noqa: F401  # read by Django
from qastone_site.configure_logging import configure_logs
from qastone_site.embedded import server_paths
from qastone_site.environment import ROOT, read_environment
from qastone_site.rest_settings import DRF_STANDARDIZED_ERRORS, REST_FRAMEWORK  # noqa: F401  # read by DRF
from qastone_site.schedule import SCHEDULE
from qastone_site.secret_key import read_secret_key

django_stubs_ext.monkeypatch()

environment = read_environment()

BASE_DIR = ROOT
QASTONE_VAR = environment.var
DEBUG = environment.debug
SECRET_KEY = environment.secret_key or read_secret_key(QASTONE_VAR)
ALLOWED_HOSTS = environment.allowed_hosts
CSRF_TRUSTED_ORIGINS = environment.csrf_trusted_origins
# Whose X-Forwarded-For and -Proto count (forwarded_headers.py); all others have the address of their connection.
TRUSTED_PROXIES = environment.trusted_proxies

INSTALLED_APPS = [
    # Before the site, which changes their admin.
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "qastone_site",
    "assistant",
    "analytics",
    "inbox",
    "clipboard",
    "stones",
    "quickstart",
    "brain",
    "answering",
    "audit",
    "manual",
    "search",
    "core.jobs",
    "core.mcp",
    "core.pages",
    "core.rest",
    "core.llm",
    *(["tools"] if (ROOT / "tools").is_dir() else []),  # not in the image (.dockerignore)
    "unfold.apps.BasicAppConfig",
    "unfold.contrib.import_export",
    "unfold.contrib.simple_history",
    "qastone_site.admin_app.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "qastone_site.apps.SignInsConfig",
    "corsheaders",
    "csp",
    "django_filters",
    "django_htmx",
    "django_prometheus",
    "django_structlog",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "drf_standardized_errors",
    "import_export",
    "simple_history",
]

MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "qastone_site.request_log.RequestLog",
    "csp.middleware.CSPMiddleware",
    "qastone_site.admin_policy.AdminPolicy",
    "qastone_site.error_pages.ErrorPages",
    "qastone_site.page_middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "qastone_site.page_middleware.AuthenticationMiddleware",
    "qastone_site.page_middleware.LoginRequiredMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "qastone_site.page_middleware.MessageMiddleware",
    "qastone_site.accounts.sessions.RecordSessions",
    "qastone_site.accounts.second_factor.StaffNeedSecondFactor",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

ROOT_URLCONF = "qastone_site.urls"
WSGI_APPLICATION = "qastone_site.wsgi.application"
ASGI_APPLICATION = "qastone_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "core.pages.folding_loader.FoldingLoader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
        },
    }
]

# The embedded server is started by its first connection; DATABASE_URL replaces it.
DATABASES = {"default": environment.database or {"ENGINE": "qastone_site.db.embedded", "NAME": "qastone"}}
# An address that is parsed names both already: 0, with which each request connects anew, and no checks.
DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
# For the cursors of `core.db.planned_once`; Django's own prepare nothing.
DATABASES["default"].setdefault("OPTIONS", {}).setdefault("prepare_threshold", 3)
# Histories are read by row.
SIMPLE_HISTORY_DATE_INDEX = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
] + [{"NAME": "qastone_site.accounts.password_validator.TooSimpleValidator"}]
LOGIN_URL = "sign-in"
CSRF_FAILURE_VIEW = "qastone_site.error_pages.csrf_failure"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "sign-in"
# The limits of guesses are in accounts/guess_limits.py.
AXES_HANDLER = "qastone_site.accounts.guess_limits.GuessCounter"
AXES_CLIENT_IP_CALLABLE = "qastone_site.accounts.guess_limits.network_of"
AXES_LOCKOUT_CALLABLE = "qastone_site.accounts.views.locked_out"
AXES_FAILURE_LIMIT = 8
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_COOLOFF_TIME = timedelta(minutes=15)
# Further guesses do not lengthen a lock, else anybody could keep a name locked.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
# Its rows are registered read-only in qastone_site/admin.py.
AXES_ENABLE_ADMIN = False

# The second factor. Of allauth.account only the sign-in of two steps is used; it sends no mail.
ACCOUNT_ADAPTER = "qastone_site.accounts.second_factor.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
# Wrong codes are counted as wrong passwords are (accounts.guess_limits), across processes.
ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False
MFA_ADAPTER = "qastone_site.accounts.second_factor.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "qastone_site.accounts.second_factor_forms.SignInCodeForm",
    "reauthenticate": "qastone_site.accounts.second_factor_forms.ConfirmCodeForm",
    "add_webauthn": "qastone_site.accounts.second_factor_forms.AddKeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_ISSUER = "QA.Stone"
# Over plain HTTP browsers allow WebAuthn on localhost alone.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not environment.https_only
STAFF_NEED_SECOND_FACTOR = environment.staff_need_second_factor

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = environment.https_only
SECURE_HSTS_SECONDS = 31_536_000 if environment.https_only else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = environment.https_only
SECURE_REDIRECT_EXEMPT = [r"^health$", r"^readyz$"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False
FORMAT_MODULE_PATH = "qastone_site.formats"

STATIC_URL = "static/"
STATIC_ROOT = QASTONE_VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static", ("manual", BASE_DIR / "docs" / "images")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "qastone_site.static_files.MinifiedStaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = False

# The assistant, and clients of inboxes, in pages of other origins: assistant.api.cors decides which. Never with
# cookies.
CORS_URLS_REGEX = r"^/((assistant/api|configs|mcp/inbox|mcp/chat)/.*|mcp/chat|health)$"
CORS_ALLOW_HEADERS = ["authorization", "content-type", "idempotency-key"]
CORS_ALLOW_METHODS = ["GET", "POST"]
CORS_EXPOSE_HEADERS = ["Retry-After"]

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

CELERY_BROKER_URL = environment.broker_url or server_paths.valkey_url(QASTONE_VAR)
# Who sends a task imports it then: most commands send none.
CELERY_APP = "qastone_site.celery.app"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = 900
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Publishing must not delay a request: the sweep announces the jobs whose message was not published.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1, "interval_max": 0.2}
if not CELERY_BROKER_URL.startswith("amqp"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 1800,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 2,
        "socket_timeout": 10,
    }
CELERY_BEAT_SCHEDULE = SCHEDULE
CELERY_BEAT_SCHEDULE_FILENAME = str(QASTONE_VAR / "beat-schedule")

# Stones
STONE_MAX_BYTES = environment.stone_max_bytes
STONE_TTL_DAYS = environment.stone_ttl_days

# How long old rows are kept, in days; 0: for good (core/db/purge_rows.py)
LEDGER_DAYS = environment.retention.ledger
EVENT_DAYS = environment.retention.events
MESSAGE_DAYS = environment.retention.messages
QUESTION_DAYS = environment.retention.questions
WEBHOOK_CALL_DAYS = environment.retention.webhook_calls
JOB_DAYS = environment.retention.jobs
AUDIT_DAYS = environment.retention.audit

# A request carries the content once more as JSON, every character perhaps escaped (six bytes for one).
DATA_UPLOAD_MAX_MEMORY_SIZE = 6 * STONE_MAX_BYTES + 100_000

# Models (read by core/llm/)
LLM_BASE_URL, LLM_API_KEY, LLM_MODEL = environment.chat
LLM_TIMEOUT_SECONDS = environment.chat_timeout_seconds
LLM_DAILY_TOKENS = environment.chat_daily_tokens
LLM_DAILY_TOKENS_PER_ACCOUNT = environment.chat_daily_tokens_per_account
LLM_CONTEXT_TOKENS = environment.chat_context_tokens
# Servers of this machine that are asked for their models, and nothing else, where LLM_MODEL is not set.
LOCAL_MODEL_PORTS = {"ollama": 11434, "lm_studio": 1234}
EMBEDDINGS_BASE_URL, EMBEDDINGS_API_KEY, EMBEDDINGS_MODEL = environment.embeddings
EMBEDDINGS_QUESTION_PREFIX = environment.embeddings_question_prefix
EMBEDDINGS_TEXT_PREFIX = environment.embeddings_text_prefix
RERANKING = environment.reranking

WEB_PROCESSES = environment.web_processes
WEB_THREADS = environment.web_threads
API_CALLS_PER_MINUTE = environment.api_calls_per_minute
APP_EVENTS_PER_DAY = environment.app_events_per_day
METRICS_TOKEN = environment.metrics_token
WEBHOOK_ALLOW_PRIVATE = environment.webhook_allow_private

# The brain's external sources, used only where a question or its account asks for it
BRAIN_WIKIPEDIA_URL = environment.brain_wikipedia_url
BRAIN_WIKIPEDIA_CONTACT = environment.brain_wikipedia_contact
BRAIN_NEWS_API_KEY = environment.brain_news_api_key

LOGGING = configure_logs(environment.log_level, readable=DEBUG)
