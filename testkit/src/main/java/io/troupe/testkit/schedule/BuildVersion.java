// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Of which sources the running program is: the property {@code troupe.version}, or version and commit of this library. Any thread. */
final class BuildVersion {
    static final String UNKNOWN = "unknown";
    private static final String PROPERTY = "troupe.version";
    private static final String RESOURCE = "build.properties";
    private static final int SHORT = 12;

    private BuildVersion() {}

    /** {@return what schedule files are marked with: {@code 0.1.0 4a03d342f05c}, or {@code unknown}} */
    static String running() {
        String told = System.getProperty(PROPERTY);
        return told == null ? ofLibrary() : told;
    }

    private static String ofLibrary() {
        Properties build = new Properties();
        try (InputStream in = BuildVersion.class.getResourceAsStream(RESOURCE)) {
            if (in != null) {
                build.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the version of a build must be readable: resource=" + RESOURCE, e);
        }
        String commit = build.getProperty("commit", UNKNOWN);
        if (!commit.matches("[0-9a-f]{40}")) {
            return UNKNOWN; // built without Git, or by an IDE that fills nothing in
        }
        return build.getProperty("version") + " " + commit.substring(0, SHORT);
    }
}
