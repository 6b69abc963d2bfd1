// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.link;

import io.troupe.bench.cluster.stack.Answer;
import io.troupe.bench.cluster.stack.Node;
import io.troupe.bench.cluster.stack.Site;
import io.troupe.bench.cluster.stack.Stack;
import io.troupe.bench.remoting.stack.Client;
import io.troupe.bench.remoting.stack.Echo;
import io.troupe.bench.remoting.troupe.TroupeStack;
import io.troupe.remoting.Encoding;
import java.nio.ByteBuffer;

/** The limit of calls by key: one actor in another process, looked up once, as in the remoting benchmark. */
public final class LinkStack implements Stack {
    private final TroupeStack links = new TroupeStack(Encoding.BINARY, false);

    /** Makes the stack. */
    public LinkStack() {}

    @Override
    public String name() {
        return "limit-link";
    }

    @Override
    public Node join(Site site) throws Exception {
        if (site.hosting()) {
            return new Host(Integer.toString(links.serve(new Echo()).port()));
        }
        return new Guest(links.connect(Integer.parseInt(site.seed())));
    }

    private record Host(String address) implements Node {
        @Override
        public boolean isSettled(int members) {
            return members == 1;
        }
    }

    private record Guest(Client client) implements Node {
        @Override
        public boolean isSettled(int members) {
            return members == 1;
        }

        @Override
        public void echo(String key, byte[] payload, Answer answer) {
            client.ask(
                    payload,
                    reply -> answer.done(
                            reply.length == payload.length
                                    ? ByteBuffer.wrap(reply).getInt()
                                    : -1,
                            null));
        }
    }
}
