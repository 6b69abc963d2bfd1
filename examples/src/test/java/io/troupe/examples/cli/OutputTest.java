// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OutputTest {
    private final StringBuilder err = new StringBuilder();

    @Test
    void shouldFailACommandWhoseResultsGotLost() throws IOException {
        Output output = new Output(new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("No space left on device");
            }
        });
        PrintWriter out =
                new PrintWriter(new PrintStream(output, false, StandardCharsets.UTF_8), true, StandardCharsets.UTF_8);
        out.println("a result");
        out.flush();

        assertThat(output.checked(0, "troupe", err)).isEqualTo(1);
        assertThat(err.toString().lines())
                .containsExactly("troupe: standard output must be writable, the results are not complete:"
                        + " cause=No space left on device");
        assertThat(output.checked(2, "troupe", err)).isEqualTo(2);
    }

    @Test
    void shouldSayNothingIfAllWasWritten() throws IOException {
        Output output = new Output(OutputStream.nullOutputStream());
        output.write(1);
        output.flush();

        assertThat(output.checked(0, "troupe", err)).isZero();
        assertThat(err).isEmpty();
    }
}
