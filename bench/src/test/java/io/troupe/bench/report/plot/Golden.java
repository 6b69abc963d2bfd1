// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Pictures and pages as they were when somebody last looked at them. {@code -Dgolden.update} writes them anew: look again. */
public final class Golden {
    private static final Path SOURCES = Path.of("src/test/resources");

    private Golden() {}

    /**
     * Compares.
     *
     * @param beside the class in whose package the file is
     */
    public static void assertUnchanged(Class<?> beside, String file, String text) {
        try {
            if (System.getProperty("golden.update") != null) {
                Path path = SOURCES.resolve(beside.getPackageName().replace('.', '/'));
                Files.createDirectories(path);
                Files.writeString(path.resolve(file), text);
            }
            try (InputStream in = beside.getResourceAsStream(file)) {
                assertThat(in).as("%s, written by -Dgolden.update", file).isNotNull();
                assertThat(text).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
