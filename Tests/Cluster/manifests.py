"""Checks Kubernetes manifests against the API's schema, in every version that comes with the checker.

    manifests.py FILE.yaml ...

Unknown fields are errors, as on a server with strict validation. Two checks go beyond the schema: all manifests have
the same number of parts, and each manifest is refused once a field's name is misspelled.
"""

import copy
import sys

import kubernetes_validate
import yaml
from packaging.version import Version

# podFailurePolicy of a Job is stable since this version.
OLDEST = "1.31"


def documents(path):
    with open(path, encoding="utf-8") as file:
        return [one for one in yaml.safe_load_all(file) if one]


def fault(document, version):
    """Returns the reason the API would refuse a document, or `None`."""
    try:
        kubernetes_validate.validate(document, version, strict=True)
    except kubernetes_validate.ValidationError as error:
        return "%s: %s" % (".".join(str(part) for part in error.path), error.message)
    except kubernetes_validate.SchemaNotFoundError as error:
        return error.message
    return None


def misspelt(document):
    container = copy.deepcopy(document)
    template = container["spec"]["template"]["spec"]
    template["containers"][0]["volumeMount"] = template["containers"][0].pop("volumeMounts")
    return container


def part_counts(document):
    """Returns the number of parts from each place of a manifest that names it."""
    spec = document["spec"]
    counts = [spec[key] for key in ("completions",) if key in spec]
    for container in spec["template"]["spec"]["containers"]:
        counts += [int(one["value"]) for one in container.get("env", []) if one["name"] == "FEEDPROOF_SHARD_COUNT"]
    return counts


def main(paths):
    versions = [one for one in kubernetes_validate.utils.all_versions() if Version(one) >= Version(OLDEST)]
    wrong, counts = [], []
    for path in paths:
        for document in documents(path):
            name = "%s: %s %s" % (path, document["kind"], document["metadata"]["name"])
            for version in versions:
                found = fault(document, version)
                if found:
                    wrong.append("%s: Kubernetes %s: %s" % (name, version, found))
                if not fault(misspelt(document), version):
                    wrong.append("%s: Kubernetes %s: \"volumeMount\" is not refused: nothing is checked" % (name, version))
            counts += part_counts(document)
            print("manifests: %s: held against Kubernetes %s to %s" % (name, versions[0], versions[-1]))
    if len(set(counts)) != 1:
        wrong.append("the manifests differ in how many parts there are: %s" % counts)
    for line in wrong:
        print("error: " + line, file=sys.stderr)
    return 1 if wrong or not versions else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
