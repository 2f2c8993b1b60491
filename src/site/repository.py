"""Builds the site from the files of the repository, where they are, so that a link is right in both."""

import pathlib
import posixpath
import re

from mkdocs.structure.files import File, Files

ROOT = pathlib.Path(__file__).parents[2]
LINK = re.compile(r"\]\(([^)#:\s]+)")


def on_files(files, config):
    """Replaces docs_dir by the files that extra.files names, in this order. The navigation has this order too."""
    found = [path for pattern in config.extra["files"] for path in sorted(ROOT.glob(pattern)) if path.is_file()]
    names = dict.fromkeys(path.relative_to(ROOT).as_posix() for path in found)
    pages = [File(name, str(ROOT), config.site_dir, config.use_directory_urls) for name in names]
    return Files([file for file in files if file.src_dir != config.docs_dir] + pages)


def on_page_markdown(markdown, page, config, files):
    """Lets links to files that are not in the site, such as sources, lead to the repository."""

    def link(match):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), match[1]))
        if path.endswith(".md") or files.get_file_from_path(path) or not (ROOT / path).exists():
            return match[0]
        return f"]({config.repo_url}/blob/main/{path}"

    return LINK.sub(link, markdown)
