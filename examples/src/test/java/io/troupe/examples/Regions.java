// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import java.util.List;
import java.util.regex.Pattern;

/** The tagged regions of a source file, as pages quote them. */
final class Regions {
    private static final Pattern BEGIN = Pattern.compile("// tag::([\\w-]+)\\[]\n");

    private final String source;

    Regions(String source) {
        this.source = source;
    }

    /** Names of the regions, in the order of their beginnings. */
    List<String> names() {
        return BEGIN.matcher(source).results().map(begin -> begin.group(1)).toList();
    }

    /** The lines of a region without its indentation and without the tags of regions within it. */
    String lines(String name) {
        String begin = "// tag::" + name + "[]\n";
        int start = source.indexOf(begin);
        int end = source.indexOf("// end::" + name + "[]");
        if (start < 0 || end < start) {
            throw new AssertionError("a quoted region must be in its source: region=" + name + ", regions=" + names());
        }
        String lines = source.substring(start + begin.length(), source.lastIndexOf('\n', end));
        return lines.replaceAll("(?m)^ *// (tag|end)::.*\n", "").stripIndent() + "\n";
    }
}
