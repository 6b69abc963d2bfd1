// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.examples.backpressure.Gauge.Counter;
import io.troupe.examples.cli.Network;
import io.troupe.examples.cli.Rules;
import io.troupe.remoting.Remoting;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code troupe backpressure receiver}: a child process, which ends when its input does. */
@Command(name = "receiver", hidden = true, description = "A child process of backpressure.")
public final class ReceiverCommand implements Callable<Integer> {
    private static final int CAPACITY = 16_384;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Mixin
    private Network network = new Network();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public ReceiverCommand() {}

    @Override
    public Integer call() throws IOException {
        try (ActorSystem system = ActorSystem.start("receiver")) {
            Remoting remoting = network.on(system, new Rules(spec));
            Counter done = new Counter();
            ActorOptions options = ActorOptions.named("sink").mailbox(MailboxSpec.bounded(CAPACITY, Overflow.PACE));
            Sink sink = system.spawn(Sink.class, () -> new Sink(done), options);
            remoting.expose("sink", sink);
            remoting.expose("gauge", system.spawn(Gauge.class, () -> new Gauge(done, system, sink)));
            PrintWriter out = spec.commandLine().getOut();
            out.println(remoting.listen("tcp://127.0.0.1:0").await(PATIENCE).address());
            out.flush();
            InputStream in = System.in;
            while (in.read() >= 0) {
                Thread.onSpinWait(); // nothing is said here, only the end counts
            }
        }
        return 0;
    }
}
