// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The standard output of a process, which remembers why it could not be written. The streams and writers of Java that print know
 * only that something went wrong. Any thread.
 */
public final class Output extends FilterOutputStream {
    private volatile @Nullable IOException failure;

    /** Writes there. */
    public Output(OutputStream target) {
        super(target);
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /**
     * The exit code of a command that has printed its results here.
     *
     * @param code as the command itself sees it
     * @param name of the command, for the sentence
     * @param err for the sentence
     * @return 1 instead of 0 if the output got lost
     */
    public int checked(int code, String name, Appendable err) throws IOException {
        IOException lost = failure;
        if (lost == null) {
            return code;
        }
        err.append(name)
                .append(": standard output must be writable, the results are not complete: cause=")
                .append(lost.getMessage())
                .append(System.lineSeparator());
        return code == 0 ? 1 : code;
    }
}
