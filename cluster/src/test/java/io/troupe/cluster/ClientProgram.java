// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.CallId;
import io.troupe.core.ActorSystem;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Promise;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;

/**
 * A client in a process of its own: calls until its input ends, each key twice per round without waiting in between. Every other key with ids,
 * and what fails there is repeated. Then it looks at what has come.
 */
final class ClientProgram {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int KEYS = 12;

    private final ClusterClient client;
    private final List<Set<Long>> acknowledged = new ArrayList<>();
    private long number;
    private int lost;

    private ClientProgram(ClusterClient client) {
        this.client = client;
        for (int i = 0; i < KEYS; i++) {
            acknowledged.add(new HashSet<>());
        }
    }

    @SuppressWarnings("SystemOut") // the test reads it
    public static void main(String[] args) throws InterruptedException {
        ActorSystem system = ActorSystem.start("client");
        ClusterClient client =
                Cluster.client(system, List.of(args), ClientConfig.defaults().within(LIMIT));
        System.out.println("STARTED");
        AtomicBoolean going = new AtomicBoolean(true);
        Thread input = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    // until the test closes it
                }
            } catch (IOException e) {
                System.out.println(e);
            }
            going.set(false);
        });
        input.start();
        ClientProgram program = new ClientProgram(client);
        while (going.get()) {
            program.round();
            System.out.println("MEMBERS "
                    + client.members().stream()
                            .filter(member -> member.shards() > 0)
                            .map(ClusterMember::name)
                            .toList());
            System.out.println("ROUND " + program.number);
        }
        System.out.println("RESULT " + program.violations() + ", lost=" + (program.lost > 0));
        input.join();
        system.close();
    }

    private static boolean hasIds(int key) {
        return key % 2 == 0;
    }

    private Purse purse(int key) {
        return client.actor(Purse.class, "k" + key);
    }

    private Promise<Long> call(int key, long what) {
        return hasIds(key)
                ? CallId.of(key + ":" + what).run(() -> purse(key).receive(what))
                : purse(key).receive(what);
    }

    private void round() {
        long from = number + 1;
        number += 2;
        List<Promise<Long>> calls = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            calls.add(call(key, from));
            calls.add(call(key, number));
        }
        for (int i = 0; i < calls.size(); i++) {
            settle(i / 2, from + i % 2, calls.get(i));
        }
    }

    private void settle(int key, long what, Promise<Long> call) {
        Promise<Long> next = call;
        while (true) {
            try {
                next.await(LIMIT);
                acknowledged.get(key).add(what);
                return;
            } catch (LinkLostException e) {
                lost++;
                if (!hasIds(key)) {
                    return;
                }
                next = call(key, what);
            }
        }
    }

    /** What is wrong. */
    private List<String> violations() {
        List<String> wrong = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            List<Long> came = purse(key).came().await(LIMIT);
            boolean once = new HashSet<>(came).size() == came.size();
            boolean all = new HashSet<>(came).containsAll(acknowledged.get(key));
            boolean right = hasIds(key)
                    ? came.stream()
                            .sorted()
                            .toList()
                            .equals(LongStream.rangeClosed(1, number).boxed().toList())
                    : came.equals(came.stream().sorted().toList());
            if (!once || !all || !right) {
                wrong.add("key=" + key + ", came=" + came + ", acknowledged=" + acknowledged.get(key));
            }
        }
        return wrong;
    }
}
