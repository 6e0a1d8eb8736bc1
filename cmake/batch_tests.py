#!/usr/bin/env python3
"""batch_tests.py OUTPUT SOURCE...: writes one translation unit that includes several test sources.

Each source is in its own namespace, so file-local names of two tests may be the same. All headers that the sources include come first,
outside the namespaces; inside they are then empty. A source that opens a namespace by name, such as a shared helper, stays outside.
"""

import re
import sys

INCLUDE = re.compile(r"^\s*#\s*include\s*([<\"][^>\"]+[>\"])", re.MULTILINE)
NAMED_NAMESPACE = re.compile(r"^namespace\s+\w[\w:]*\s*\{", re.MULTILINE)


def main():
    output, sources = sys.argv[1], sys.argv[2:]
    headers, parts = {}, []
    for number, source in enumerate(sources):
        with open(source, encoding="utf-8") as file:
            text = file.read()
        for header in INCLUDE.findall(text):
            if header[0] == '"' and "/" not in header:
                sys.exit(f"{source}: write #include {header} from the root of the repository")
            headers[header] = None
        include = f'#include "{source}"\n'
        parts.append(include if NAMED_NAMESPACE.search(text) else f"namespace source_{number} {{\n{include}}}\n")
    with open(output, "w", encoding="utf-8") as file:
        file.write("".join(f"#include {header}\n" for header in headers) + "\n" + "".join(parts))


main()
