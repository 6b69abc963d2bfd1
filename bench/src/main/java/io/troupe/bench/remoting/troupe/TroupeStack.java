// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.troupe;

import io.troupe.bench.remoting.stack.Client;
import io.troupe.bench.remoting.stack.Echo;
import io.troupe.bench.remoting.stack.Server;
import io.troupe.bench.remoting.stack.Stack;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/** Links of this project with one encoding, plain or with mutual TLS. Everything else is as it comes. */
public final class TroupeStack implements Stack {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Encoding encoding;
    private final boolean tls;

    /** With an encoding, and mutual TLS or not. */
    public TroupeStack(Encoding encoding, boolean tls) {
        this.encoding = encoding;
        this.tls = tls;
    }

    @Override
    public String name() {
        return "troupe" + (encoding == Encoding.BINARY ? "" : "-" + encoding) + (tls ? "-tls" : "");
    }

    @Override
    public Server serve(Echo echo) throws Exception {
        ActorSystem system = ActorSystem.start("server");
        Remoting remoting = Remoting.on(system, config(true));
        remoting.expose("sink", system.spawn(Sink.class, () -> new Sink(echo)));
        int port = remoting.listen(address(0)).await(LIMIT).address().port();
        return () -> port;
    }

    @Override
    public Client connect(int port) throws Exception {
        ActorSystem system = ActorSystem.start("client");
        Link link = Remoting.on(system, config(false)).connect(address(port)).await(LIMIT);
        Sink sink = link.lookup("sink", Sink.class);
        return new ActorClient(system.spawn(Source.class, () -> new Source(sink)));
    }

    private String address(int port) {
        return (tls ? "tls://localhost:" : "tcp://127.0.0.1:") + port;
    }

    private RemotingConfig config(boolean server) throws Exception {
        RemotingConfig config = RemotingConfig.production().encodings(encoding);
        return tls ? config.tls(Certificates.files(server)) : config;
    }

    /** Hands everything to the actor; a few batches are under way at any time, so that the actor need not wait for them. */
    private static final class ActorClient implements Client {
        private static final int BATCHES = 4;

        private final Source source;
        private final ArrayDeque<Promise<Void>> underWay = new ArrayDeque<>();

        ActorClient(Source source) {
            this.source = source;
        }

        @Override
        public void tell(byte[] payload, int times) {
            underWay.add(source.tell(payload, times));
            if (underWay.size() > BATCHES) {
                underWay.remove().await(LIMIT);
            }
        }

        @Override
        public void ask(byte[] payload, Consumer<byte[]> reply) {
            source.ask(payload, reply);
        }
    }
}
