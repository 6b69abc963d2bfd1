// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import io.troupe.sp.Sockets;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpSocket;
import io.troupe.sp.socket.SubSocket;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Lives of sockets that send to all and may lose: PUB and SUB, BUS. Yet nothing comes twice, or without being wanted. */
final class Spreading {
    private static final byte TOPIC = 1;

    private final Ground ground;
    private final Random random;

    Spreading(Ground ground, Random random) {
        this.ground = ground;
        this.random = random;
    }

    private SocketOptions options() {
        return ground.options(Flows.SHORT).toBuilder()
                .preferNew(random.nextBoolean())
                .receiveBuffer(1 + random.nextInt(40))
                .build();
    }

    /** One sends, two have subscribed, one of them to half of it. */
    void publish() throws InterruptedException {
        Crowd crowd = new Crowd("publish");
        try (SendingSocket pub = Sockets.pub(options());
                SubSocket all = Sockets.sub(options());
                SubSocket half = Sockets.sub(options())) {
            boolean listens = random.nextBoolean();
            Chaos chaos = new Chaos(listens ? pub : all, listens ? all : pub, ground.address(), random);
            half.dial(pub.listen(ground.address()).uri());
            all.subscribe(new byte[0]);
            half.subscribe(new byte[] {TOPIC});
            send(crowd, pub, 0);
            receive(crowd, all, new Tally(1, false));
            Tally odd = new Tally(1, false);
            receive(crowd, half, odd);
            live(crowd, chaos, List.of(pub, all, half));
            if (odd.isAnyEven()) {
                throw new AssertionError("not subscribed: " + odd);
            }
        }
    }

    /** Three send to each other. */
    void bus() throws InterruptedException {
        Crowd crowd = new Crowd("bus");
        try (DuplexSocket one = Sockets.bus(options());
                DuplexSocket two = Sockets.bus(options());
                DuplexSocket three = Sockets.bus(options())) {
            Chaos chaos = new Chaos(one, two, ground.address(), random);
            three.dial(chaos.uri());
            three.dial(two.listen(ground.address()).uri());
            List<DuplexSocket> all = List.of(one, two, three);
            for (int i = 0; i < all.size(); i++) {
                send(crowd, all.get(i), i);
                receive(crowd, all.get(i), new Tally(all.size(), false));
            }
            live(crowd, chaos, List.copyOf(all));
        }
    }

    private void live(Crowd crowd, Chaos chaos, List<SpSocket> sockets) throws InterruptedException {
        chaos.dialOnce().rage(random.nextInt(10));
        sockets.forEach(socket -> Ends.closeSomehow(socket, random));
        sockets.forEach(socket -> socket.close(Duration.ZERO));
        crowd.join(Flows.END_SECONDS);
    }

    private void send(Crowd crowd, MessageSender sender, int who) {
        Random own = new Random(random.nextLong());
        crowd.start("sender" + who, () -> Flows.sendUntilClosed(sender, who, own));
    }

    private void receive(Crowd crowd, MessageReceiver receiver, Tally tally) {
        Styles styles = new Styles(new Random(random.nextLong()), Flows.SHORT);
        crowd.start("receiver", () -> Styles.untilClosed(() -> tally.arrived(styles.receive(receiver))));
    }
}
