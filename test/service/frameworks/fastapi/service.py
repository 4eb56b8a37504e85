"""A Site Data Service as a team would write it with FastAPI, which knows nothing of SiteSync.

Its forms, errors and times are those of the framework: 422 with a list for what it does not take, pages of over 200
rows and names of over 100 characters among it; times without a zone; 403 where there is no token, 401 for one that is
wrong; an update of some fields alone; connections that end after five seconds at rest; downloads from their beginning
only.

    python3 service.py FOLDER

serves the sites `site-1` and `site-2` on 127.0.0.1 with the token `demo-token`, keeps the bytes in the folder, prints
its address, and ends when its standard input does.
"""

import math
import os
import socket
import sys
import threading
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import Any, Dict, List, Optional
from uuid import UUID, uuid4

import uvicorn
from fastapi import APIRouter, Depends, FastAPI, File, Form, HTTPException, Query, Request, Response, UploadFile
from fastapi.responses import FileResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field, Json

FOLDER = Path(sys.argv[1])
TOKEN = "demo-token"
USER = UUID("11111111-1111-4111-8111-111111111111")


class Category(str, Enum):
    KG_CSV = "kg-csv"
    MODEL_3D = "model-3d"
    BIM_SOURCE = "bim-source"
    SPEC_SHEET = "spec-sheet"
    MAINTENANCE = "maintenance"
    OTHER = "other"


class Site(BaseModel):
    id: str
    organization: UUID = Field(default_factory=uuid4)
    name: str
    photo_url: Optional[str] = None
    created_at: datetime = Field(default_factory=datetime.utcnow)
    address: Optional[str] = None
    latitude: Optional[str] = None
    longitude: Optional[str] = None
    city: Optional[str] = None
    country: Optional[str] = None
    country_code: Optional[str] = None
    timezone: Optional[str] = None
    triplestore_graph_uri: Optional[str] = None


class SiteFile(BaseModel):
    id: UUID
    site: str
    category: Category
    name: str = Field(max_length=100)
    file: str
    uploaded_by: UUID = USER
    created_at: datetime = Field(default_factory=datetime.utcnow)
    updated_at: datetime = Field(default_factory=datetime.utcnow)
    download_url: str
    entity_uri: Optional[str] = None
    content_type: Optional[str] = None
    size_bytes: int
    metadata: Any = None


class Page(BaseModel):
    count: int
    next: Optional[str] = None
    previous: Optional[str] = None


class SitePage(Page):
    results: List[Site]


class FilePage(Page):
    results: List[SiteFile]


class Token(BaseModel):
    token: str = Field(min_length=1)


class Samples(BaseModel):
    timeseriesIds: List[str]
    start: datetime
    end: datetime


class Sample(BaseModel):
    timestamp: datetime
    value: float


SITES = [
    Site(id="site-1", name="Harbour House", city="Rotterdam", timezone="Europe/Amsterdam"),
    Site(id="site-2", name="Ørestad Hospital"),
]
FILES: Dict[UUID, SiteFile] = {}


def signed_in(credentials: HTTPAuthorizationCredentials = Depends(HTTPBearer())) -> None:
    if credentials.credentials != TOKEN:
        raise HTTPException(401, "Could not validate credentials", {"WWW-Authenticate": "Bearer"})


def known_site(site_id: str) -> Site:
    for site in SITES:
        if site.id == site_id:
            return site
    raise HTTPException(404, "Site not found")


def known_file(file_id: UUID) -> SiteFile:
    if file_id not in FILES:
        raise HTTPException(404, "File not found")
    return FILES[file_id]


app = FastAPI(title="Site Data Service")
router = APIRouter(prefix="/api/v1", dependencies=[Depends(signed_in)])


def page_of(items: list, request: Request, limit: int, offset: int) -> dict:
    after = request.url.include_query_params(limit=limit, offset=offset + limit)
    before = request.url.include_query_params(limit=limit, offset=max(0, offset - limit))
    return {
        "count": len(items),
        "next": str(after) if offset + limit < len(items) else None,
        "previous": str(before) if offset > 0 else None,
        "results": items[offset : offset + limit],
    }


@app.post("/api/v1/auth/token/verify/")
def verify(body: Token) -> Response:
    if body.token != TOKEN:
        raise HTTPException(401, "Token is invalid or expired")
    return Response()


@router.get("/sites/", response_model=SitePage)
def list_sites(request: Request, limit: int = Query(50, ge=1, le=200), offset: int = Query(0, ge=0)) -> dict:
    return page_of(SITES, request, limit, offset)


@router.get("/files/", response_model=FilePage)
def list_files(
    request: Request,
    site_id: Optional[str] = None,
    category: Optional[Category] = None,
    limit: int = Query(50, ge=1, le=200),
    offset: int = Query(0, ge=0),
) -> dict:
    found = [f for f in list(FILES.values()) if site_id in (None, f.site) and category in (None, f.category)]
    return page_of(found, request, limit, offset)


@router.post("/files/", response_model=SiteFile, status_code=201)
def create_file(
    request: Request,
    site: str = Form(...),
    category: Category = Form(...),
    file: UploadFile = File(...),
    name: Optional[str] = Form(None, max_length=100),
    entity_uri: Optional[str] = Form(None, max_length=511),
    metadata: Optional[Json] = Form(None),
) -> SiteFile:
    known_site(site)
    file_id = uuid4()
    FILES[file_id] = SiteFile(
        id=file_id,
        site=site,
        category=category,
        name=name or file.filename,
        file=f"site_files/{file_id}",
        size_bytes=store(file_id, file),
        content_type=file.content_type,
        download_url=str(request.url_for("download_file", file_id=file_id)),
        entity_uri=entity_uri,
        metadata=metadata,
    )
    return FILES[file_id]


@router.get("/files/{file_id}/", response_model=SiteFile)
def read_file(file: SiteFile = Depends(known_file)) -> SiteFile:
    return file


@router.put("/files/{file_id}/", response_model=SiteFile)
def update_file(
    known: SiteFile = Depends(known_file),
    category: Optional[Category] = Form(None),
    file: Optional[UploadFile] = File(None),
    name: Optional[str] = Form(None, max_length=100),
    entity_uri: Optional[str] = Form(None, max_length=511),
    metadata: Optional[Json] = Form(None),
) -> SiteFile:
    changes = {"category": category, "name": name, "entity_uri": entity_uri, "metadata": metadata}
    if file is not None:
        changes |= {"size_bytes": store(known.id, file), "content_type": file.content_type}
    said = {key: value for key, value in changes.items() if value is not None}
    FILES[known.id] = known.copy(update={**said, "updated_at": datetime.utcnow()})
    return FILES[known.id]


@router.delete("/files/{file_id}/", status_code=204, response_class=Response)
def delete_file(known: SiteFile = Depends(known_file)) -> None:
    del FILES[known.id]
    (FOLDER / str(known.id)).unlink()


@router.get("/files/{file_id}/download/")
def download_file(known: SiteFile = Depends(known_file)) -> FileResponse:
    return FileResponse(FOLDER / str(known.id), filename=known.name, media_type=known.content_type)


@router.post("/sites/{site_id}/timeseries", response_model=Dict[str, List[Sample]])
def timeseries(body: Samples, site: Site = Depends(known_site)) -> dict:
    quarter = timedelta(minutes=15)
    first = datetime.min + ((body.start.replace(tzinfo=None) - datetime.min) // quarter) * quarter
    times = [first + n * quarter for n in range((body.end - body.start) // quarter + 1)]
    return {each: [Sample(timestamp=at, value=20 + 5 * math.sin(at.hour)) for at in times] for each in body.timeseriesIds}


app.include_router(router)


def store(file_id: UUID, file: UploadFile) -> int:
    """Puts the bytes in their place at once, and tells how many there are."""
    arriving = FOLDER / f"{uuid4()}.part"
    arriving.write_bytes(file.file.read())
    arriving.rename(FOLDER / str(file_id))
    return (FOLDER / str(file_id)).stat().st_size


def main() -> None:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    threading.Thread(target=lambda: server.run([listening]), daemon=True).start()
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    sys.stdin.read()
    os._exit(0)


main()
