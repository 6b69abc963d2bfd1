// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static io.troupe.cluster.DurableFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.actor.CallId;
import io.troupe.cluster.store.MemoryStore;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Accounts that pay each other while the system is taken away again and again. */
class RingTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int ACCOUNTS = 20;
    private static final int PAYMENTS = 3_000;
    private static final int TAKE_OVERS = 30;

    private MemoryStore store = new MemoryStore();
    private final List<ActorSystem> systems = new ArrayList<>();

    /** Takes the store over from a system that goes on working, as a process that is cut off does. */
    private Cluster takeOver() {
        store = store.reopen();
        ActorSystem system = ActorSystem.start("ring-" + systems.size());
        systems.add(system);
        Cluster cluster = Cluster.on(system, store, ClusterConfig.memory());
        cluster.host(Purse.class, Purse::new);
        return cluster;
    }

    @Test
    void shouldKeepTheSumAndDoEachPaymentOnceWhileTheStoreIsTakenOver() throws Exception {
        Random random = new Random(4711);
        Map<String, Long> open = new LinkedHashMap<>();
        for (int i = 0; i < PAYMENTS; i++) {
            open.put("payment-" + i, random.nextLong(1, 10));
        }
        Cluster cluster = takeOver();
        for (int i = 0; i < TAKE_OVERS && !open.isEmpty(); i++) {
            Map<String, Promise<Long>> sent = send(cluster, open);
            Cluster next = null;
            int place = random.nextInt(1, sent.size() + 1);
            for (Map.Entry<String, Promise<Long>> each : sent.entrySet()) {
                if (--place == 0) {
                    next = takeOver();
                }
                each.getValue().onComplete((value, failure) -> {});
            }
            ActorSystem old = systems.get(systems.size() - 2);
            settle(open, sent);
            old.close();
            cluster = next == null ? cluster : next;
        }
        while (!open.isEmpty()) {
            settle(open, send(cluster, open));
        }
        await(() -> store.effects(0, 1).size(), 0);
        long cents = 0;
        int gone = 0;
        int came = 0;
        for (int i = 0; i < ACCOUNTS; i++) {
            Purse purse = cluster.actor(Purse.class, "p" + i);
            cents += purse.cents().await(LIMIT);
            gone += purse.gone().await(LIMIT);
            came += purse.came().await(LIMIT).size();
        }
        assertThat(cents).isEqualTo(1_000L * ACCOUNTS);
        assertThat(gone).isEqualTo(PAYMENTS);
        assertThat(came).isEqualTo(PAYMENTS);
        assertThat(store.deadEffects()).isZero();
        systems.forEach(ActorSystem::close);
    }

    /** A few hundred of those that are open. */
    private static Map<String, Promise<Long>> send(Cluster cluster, Map<String, Long> open) {
        Map<String, Promise<Long>> sent = new LinkedHashMap<>();
        for (Map.Entry<String, Long> each : open.entrySet()) {
            int place = Integer.parseInt(each.getKey().substring(8));
            Purse from = cluster.actor(Purse.class, "p" + place % ACCOUNTS);
            String to = "p" + (place + 1) % ACCOUNTS;
            sent.put(each.getKey(), CallId.of(each.getKey()).run(() -> from.pay(to, each.getValue())));
            if (sent.size() == 200) {
                break;
            }
        }
        return sent;
    }

    /** What was answered is done; what was not is sent again some time. */
    private static void settle(Map<String, Long> open, Map<String, Promise<Long>> sent) {
        List<Promise<Long>> promises = List.copyOf(sent.values());
        Promise.allSettled(promises).await(LIMIT);
        sent.forEach((id, promise) -> {
            if (promise.isFulfilled()) {
                open.remove(id);
            }
        });
    }
}
