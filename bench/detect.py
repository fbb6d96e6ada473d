#!/usr/bin/env python3
"""detect.py --locum PATH [--corpus DIR] [--only a,b]: detectors side by side on the recordings, in one table."""

import argparse
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PACKAGES = os.path.join(ROOT, "bench-out", "packages")
ATLASBRIDGE = "atlasbridge==1.10.0"
COLUMNS = ["recall", "precision", "kind", "false_asking", "false_idle", "stuck", "delay_p50", "delay_p99"]


def peer(name):
    return f"{sys.executable} {os.path.join(HERE, 'peers', name + '.py')} {{}}"


def have_atlasbridge():
    """Whether the package is there, after an attempt to get it."""
    if not os.path.isdir(os.path.join(PACKAGES, "atlasbridge")):
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", PACKAGES, ATLASBRIDGE]
        subprocess.run(pip, check=False)
    return os.path.isdir(os.path.join(PACKAGES, "atlasbridge"))


def scores(corpus, command):
    """What the judge says, by part."""
    environment = dict(os.environ, PYTHONPATH=PACKAGES, PYTHONDONTWRITEBYTECODE="")
    judge = [sys.executable, os.path.join(ROOT, "corpus", "score.py"), corpus, "--json", "--cmd", command]
    output = subprocess.run(judge, check=True, capture_output=True, text=True, env=environment).stdout
    return [json.loads(line) for line in output.splitlines()]


def shown(value):
    return "-" if value is None else f"{value:g}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--locum", required=True)
    arguments.add_argument("--corpus", default=os.path.join(ROOT, "corpus"))
    arguments.add_argument("--only", default="")
    options = arguments.parse_args()
    locum = os.path.abspath(options.locum)
    detectors = {
        "locum": f"{locum} replay --json {{}}",
        "locum no facts": f"{locum} replay --json --without-facts {{}}",
        "atlasbridge": peer("atlasbridge_detector"),
        "patterns 4 KiB": peer("rolling_patterns"),
        "quiet 2 s": peer("quiet"),
        "kernel's reader": peer("kernel_reader"),
    }
    wanted = [name for name in detectors if not options.only or name in options.only.split(",")]
    if {"atlasbridge", "patterns 4 KiB"} & set(wanted) and not have_atlasbridge():
        print("atlasbridge is absent: it could not be installed")
        wanted = [name for name in wanted if name not in ("atlasbridge", "patterns 4 KiB")]
    print("| detector | part | " + " | ".join(COLUMNS) + " | choices | keys | broken |")
    print("|---|---|" + "---|" * (len(COLUMNS) + 3))
    for name in wanted:
        for part in scores(options.corpus, detectors[name]):
            # Recordings of agents hold no facts, so there is nothing to say.
            if name == "kernel's reader" and part["part"] == "agents":
                continue
            cells = [shown(part[column]) for column in COLUMNS] + [shown(part.get("choices")), shown(part.get("keys")), str(part["broken"])]
            print(f"| {name} | {part['part']} | " + " | ".join(cells) + " |", flush=True)
    timing = subprocess.run([locum, "eval", options.corpus, "--timing", "--json"], check=True, capture_output=True, text=True).stdout
    print()
    for line in timing.splitlines():
        part = json.loads(line)
        look = part.get("look_us") or {}
        print(f"a look at a screen, {part['part']}: p50 {shown(look.get('p50'))} µs, p99 {shown(look.get('p99'))} µs, at most {shown(look.get('max'))} µs")


main()
