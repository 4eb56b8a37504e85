"""A Site Data Service as a team would write it with the Django REST framework, which knows nothing of SiteSync.

Its lists, forms, errors and files are those of the framework: it trims names, refuses files of no bytes, wants the
file with each update, counts pages of 50 from the newest on, and answers 403 to a token that does not verify.

    python3 service.py FOLDER

serves the sites `site-1` and `site-2` on 127.0.0.1 with the token `demo-token`, keeps everything in the folder, prints
its address, and ends when its standard input does.
"""

import os
import sys
import threading
import uuid
from pathlib import Path

import django
from django.conf import settings

FOLDER = Path(sys.argv[1])

settings.configure(
    ALLOWED_HOSTS=["*"],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": FOLDER / "service.sqlite3",
            "OPTIONS": {"timeout": 60},
        }
    },
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "rest_framework"],
    LOGGING_CONFIG=None,
    MEDIA_ROOT=FOLDER / "media",
    MIDDLEWARE=["django.middleware.common.CommonMiddleware", "django.middleware.http.ConditionalGetMiddleware"],
    REST_FRAMEWORK={"DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"]},
    ROOT_URLCONF=__name__,
    SECRET_KEY="of no use to anybody",
    TIME_ZONE="UTC",
    USE_TZ=True,
)
django.setup()

# Django has to be set up before any of this is loaded.
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.http import FileResponse  # noqa: E402
from django.urls import include, path  # noqa: E402
from rest_framework import (  # noqa: E402
    authentication,
    exceptions,
    mixins,
    pagination,
    parsers,
    permissions,
    routers,
    serializers,
    viewsets,
)
from rest_framework.decorators import action  # noqa: E402
from rest_framework.response import Response  # noqa: E402
from rest_framework.views import APIView  # noqa: E402

TOKEN = "demo-token"
USER = uuid.UUID("11111111-1111-4111-8111-111111111111")


class Site(models.Model):
    id = models.CharField(max_length=64, primary_key=True)
    organization = models.UUIDField(default=uuid.uuid4)
    name = models.CharField(max_length=200)
    photo_url = models.URLField(blank=True, null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    address = models.CharField(max_length=200, blank=True)
    latitude = models.DecimalField(max_digits=9, decimal_places=6, null=True)
    longitude = models.DecimalField(max_digits=9, decimal_places=6, null=True)
    city = models.CharField(max_length=80, blank=True)
    country = models.CharField(max_length=80, blank=True)
    country_code = models.CharField(max_length=2, blank=True)
    timezone = models.CharField(max_length=64, blank=True)
    triplestore_graph_uri = models.CharField(max_length=200, blank=True)

    class Meta:
        app_label = "service"
        ordering = ["name"]


class Category(models.TextChoices):
    KG_CSV = "kg-csv", "KG CSV Datamodel"
    MODEL_3D = "model-3d", "3D Model"
    BIM_SOURCE = "bim-source", "BIM Source File"
    SPEC_SHEET = "spec-sheet", "Spec Sheet"
    MAINTENANCE = "maintenance", "Maintenance Document"
    OTHER = "other", "Other"


class SiteFile(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    site = models.ForeignKey(Site, on_delete=models.CASCADE)
    category = models.CharField(max_length=32, choices=Category.choices)
    name = models.CharField(max_length=255)
    file = models.FileField(upload_to="site_files/%Y/%m/", max_length=511)
    uploaded_by = models.UUIDField(editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    entity_uri = models.CharField(max_length=511, blank=True)
    content_type = models.CharField(max_length=127, blank=True, editable=False)
    size_bytes = models.BigIntegerField(editable=False)
    metadata = models.JSONField(default=dict, blank=True)

    class Meta:
        app_label = "service"
        ordering = ["-created_at"]


class User:
    is_authenticated = True
    id = pk = USER


class BearerAuthentication(authentication.BaseAuthentication):
    def authenticate(self, request):
        words = authentication.get_authorization_header(request).split()
        if len(words) != 2 or words[0].lower() != b"bearer":
            return None
        if words[1] != TOKEN.encode():
            raise exceptions.AuthenticationFailed("Given token not valid for any token type", "token_not_valid")
        return User(), None

    def authenticate_header(self, request):
        return 'Bearer realm="api"'


class Pages(pagination.LimitOffsetPagination):
    default_limit = 50
    max_limit = 200


class SiteSerializer(serializers.ModelSerializer):
    class Meta:
        model = Site
        fields = "__all__"


class FileSerializer(serializers.ModelSerializer):
    download_url = serializers.SerializerMethodField()

    class Meta:
        model = SiteFile
        fields = [
            "id", "site", "category", "name", "file", "uploaded_by", "created_at", "updated_at", "download_url",
            "entity_uri", "content_type", "size_bytes", "metadata",
        ]  # fmt: skip
        read_only_fields = ["uploaded_by", "content_type", "size_bytes"]

    def get_download_url(self, record):
        return self.context["request"].build_absolute_uri(f"/api/v1/files/{record.id}/download/")

    def validate(self, attrs):
        file = attrs.get("file")
        if file is not None:
            attrs |= {"size_bytes": file.size, "content_type": (file.content_type or "")[:127]}
        return attrs


class Guarded:
    authentication_classes = [BearerAuthentication]
    permission_classes = [permissions.IsAuthenticated]
    pagination_class = Pages


class Sites(Guarded, mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet):
    queryset = Site.objects.all()
    serializer_class = SiteSerializer


class Files(Guarded, viewsets.ModelViewSet):
    serializer_class = FileSerializer
    parser_classes = [parsers.MultiPartParser, parsers.FormParser]

    def get_queryset(self):
        asked = self.request.query_params
        return SiteFile.objects.filter(**{key: asked[key] for key in ("site_id", "category") if key in asked})

    def perform_create(self, serializer):
        serializer.save(uploaded_by=USER)

    def perform_destroy(self, record):
        record.file.delete(save=False)
        record.delete()

    @action(detail=True)
    def download(self, request, pk):
        record = self.get_object()
        file = record.file.open("rb")
        return FileResponse(file, as_attachment=True, filename=record.name, content_type=record.content_type)


class VerifyToken(APIView):
    authentication_classes = []
    permission_classes = []

    def post(self, request):
        token = request.data.get("token")
        if not token:
            raise exceptions.ValidationError({"token": ["This field is required."]})
        if token != TOKEN:
            raise exceptions.AuthenticationFailed("Token is invalid or expired", "token_not_valid")
        return Response(status=200)


router = routers.DefaultRouter()
router.register("files", Files, basename="file")
router.register("sites", Sites)
urlpatterns = [
    path("api/v1/auth/token/verify/", VerifyToken.as_view()),
    path("api/v1/", include(router.urls)),
]


def main():
    with connection.schema_editor() as editor:
        editor.create_model(Site)
        editor.create_model(SiteFile)
    Site.objects.create(id="site-1", name="Harbour House", city="Rotterdam", timezone="Europe/Amsterdam")
    Site.objects.create(id="site-2", name="Ørestad Hospital")
    server = ThreadedWSGIServer(("127.0.0.1", 0), WSGIRequestHandler)
    server.daemon_threads = True
    server.set_app(get_wsgi_application())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    sys.stdin.read()
    os._exit(0)


main()
