// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SpSocket;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/** Lives of sockets that send in one direction or both: PAIR, PUSH and PULL. */
final class Flows {
    /** Longer than a busy machine needs for the messages of one life. */
    static final Duration LONG = Duration.ofSeconds(30);

    static final Duration SHORT = Duration.ofMillis(40);
    static final long END_SECONDS = 90;

    private static final int MOST_BUFFER = 20;

    private final Ground ground;
    private final Random random;

    Flows(Ground ground, Random random) {
        this.ground = ground;
        this.random = random;
    }

    private SocketOptions options(Duration limit) {
        SocketOptions options = ground.options(limit);
        return random.nextBoolean()
                ? options
                : options.toBuilder()
                        .sendBuffer(1 + random.nextInt(MOST_BUFFER))
                        .receiveBuffer(1 + random.nextInt(MOST_BUFFER))
                        .build();
    }

    /** Nothing breaks: all must arrive, once and in order; then both are closed, in any way. */
    void steady(Kind kind, boolean bothWays) throws InterruptedException {
        Crowd crowd = new Crowd("steady");
        try (Ends ends = kind.open(options(LONG), options(LONG), random.nextBoolean())) {
            new Chaos(ends.listening(), ends.dialling(), ground.address(), random).connected();
            carry(crowd, ends.from(), ends.to());
            if (bothWays) {
                carry(crowd, (MessageSender) ends.to(), (MessageReceiver) ends.from());
            }
            crowd.join(END_SECONDS);
            ends.closeSomehow(random);
        }
    }

    private void carry(Crowd crowd, MessageSender from, MessageReceiver to) {
        int senders = 1 + random.nextInt(3);
        int each = 1 + random.nextInt(200);
        for (int i = 0; i < senders; i++) {
            crowd.start("sender" + i, sending(from, i, each));
        }
        Tally tally = new Tally(senders, true);
        Styles styles = new Styles(new Random(random.nextLong()), LONG);
        crowd.start("receiver", () -> {
            try {
                while (tally.count() < senders * each) {
                    tally.arrived(styles.receive(to));
                }
            } catch (SpException e) {
                throw new AssertionError("lost: of " + senders + " times " + each + ": " + tally, e);
            }
        });
    }

    private Crowd.Task sending(MessageSender from, int who, int many) {
        Random own = new Random(random.nextLong());
        Styles styles = new Styles(own, LONG);
        return () -> {
            for (int k = 0; k < many; k++) {
                styles.send(from, Tally.message(own, who, k));
            }
            styles.finish();
        };
    }

    /** One sends and closes gently at once; the other, which goes on reading, must get all. */
    void farewell(Kind kind) throws InterruptedException {
        Crowd crowd = new Crowd("farewell");
        int many = 1 + random.nextInt(200);
        Tally tally = new Tally(1, true);
        try (Ends ends = kind.open(options(LONG), options(LONG), random.nextBoolean())) {
            new Chaos(ends.listening(), ends.dialling(), ground.address(), random).connected();
            Crowd.Task task = sending(ends.from(), 0, many);
            crowd.start("sender", () -> {
                task.run();
                ((SpSocket) ends.from()).close();
            });
            Styles styles = new Styles(new Random(random.nextLong()), LONG);
            crowd.start("receiver", () -> {
                try {
                    while (tally.count() < many) {
                        tally.arrived(styles.receive(ends.to()));
                    }
                } catch (SpException e) {
                    throw new AssertionError("lost at a gentle close: of " + many + ": " + tally, e);
                }
            });
            crowd.join(END_SECONDS);
        }
    }

    /** Pipes break, and amidst the traffic one socket closes, then the other. */
    void broken(Kind kind) throws InterruptedException {
        Crowd crowd = new Crowd("broken");
        int senders = 1 + random.nextInt(3);
        Tally tally = new Tally(senders, kind.keepsOrderWhenBroken());
        try (Ends ends = kind.open(options(SHORT), options(SHORT), random.nextBoolean())) {
            Chaos chaos = new Chaos(ends.listening(), ends.dialling(), ground.address(), random);
            CountDownLatch ready = new CountDownLatch(senders + 1);
            for (int i = 0; i < senders; i++) {
                int who = i;
                Random own = new Random(random.nextLong());
                crowd.start("sender" + i, () -> {
                    ready.countDown();
                    sendUntilClosed(ends.from(), who, own);
                });
            }
            Styles styles = new Styles(new Random(random.nextLong()), SHORT);
            crowd.start("receiver", () -> {
                ready.countDown();
                Styles.untilClosed(() -> tally.arrived(styles.receive(ends.to())));
            });
            ready.await();
            chaos.rage(random.nextInt(20));
            ends.closeSomehow(random);
            crowd.join(END_SECONDS);
        }
    }

    /** Sends until the socket is closed. */
    static void sendUntilClosed(MessageSender from, int who, Random own) {
        Styles styles = new Styles(own, SHORT);
        int[] next = {0};
        Styles.untilClosed(() -> styles.send(from, Tally.message(own, who, next[0]++)));
        try {
            styles.finish();
        } catch (SpException e) {
            Styles.expectClosed(e); // those that were pending
        }
    }
}
