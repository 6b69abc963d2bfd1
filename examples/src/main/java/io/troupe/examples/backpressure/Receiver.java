// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import io.troupe.core.error.LinkRefusedException;
import io.troupe.examples.backpressure.Gauge.Reading;
import io.troupe.examples.cli.Child;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A receiver in a process of its own, as seen from here. */
final class Receiver implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Process process;
    private final Link link;
    private final Sink sink;
    private final Gauge gauge;
    private volatile @Nullable Reading latest;
    private volatile boolean asking;

    private Receiver(Process process, Link link) {
        this.process = process;
        this.link = link;
        sink = link.lookup("sink", Sink.class);
        gauge = link.lookup("gauge", Gauge.class);
    }

    /** Starts the process; it comes up while others do. */
    static Process launch() {
        try {
            return Child.start("backpressure", "receiver");
        } catch (IOException e) {
            throw new LinkRefusedException("a process must start: cause=" + e.getMessage(), e);
        }
    }

    /** Waits for the process to listen, and dials it. */
    static Receiver in(Process process, Remoting remoting) {
        try {
            // The process prints one line; whoever reads it to its end needs no more of it.
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String address = out.readLine();
            if (address == null) {
                throw new LinkRefusedException("a child process must listen, but it has ended");
            }
            return new Receiver(process, remoting.connect(address).await(PATIENCE));
        } catch (IOException e) {
            throw new LinkRefusedException("a child process must listen: cause=" + e.getMessage(), e);
        }
    }

    Sink sink() {
        return sink;
    }

    Link link() {
        return link;
    }

    /** Asks for a reading, unless an older question has not been answered. */
    void look() {
        if (!asking) {
            asking = true;
            gauge.read().onComplete((reading, failure) -> {
                asking = false;
                latest = reading == null ? latest : reading;
            });
        }
    }

    @Nullable
    Reading latest() {
        return latest;
    }

    /** Stops the process as it is; returns whether that was possible. */
    boolean freeze() {
        return signal("-STOP");
    }

    /** Lets it go on. */
    void thaw() {
        signal("-CONT");
    }

    /** Ends it without a word. */
    void kill() {
        process.destroyForcibly();
    }

    private boolean signal(String signal) {
        try {
            return new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false; // no such thing here
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        link.close();
        process.destroyForcibly();
    }
}
