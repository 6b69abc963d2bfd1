// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.dictionary;

import io.troupe.bench.harness.Completion;
import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;
import java.util.HashMap;
import java.util.Map;

/** What {@link Dictionary} does, on a peer. */
final class PeerDictionary implements Behavior<PeerDictionary.Message> {
    private final Map<Integer, Integer> values = new HashMap<>();
    private final Completion completion;
    private long sum;

    PeerDictionary(int keys, Completion completion) {
        this.completion = completion;
        for (int key = 0; key < keys; key++) {
            put(key, key);
        }
    }

    @Override
    public void onMessage(Message message, Recipient<Message> self) {
        if (message instanceof Read read) {
            read.worker().tell(new PeerWorker.Answer(values.getOrDefault(read.key(), -1)));
        } else if (message instanceof Write write) {
            put(write.key(), write.value());
            write.worker().tell(new PeerWorker.Answer(write.value()));
        } else {
            completion.complete(sum);
        }
    }

    private void put(int key, int value) {
        Integer old = values.put(key, value);
        sum += value - (old == null ? 0 : old);
    }

    /** What the dictionary hears. */
    sealed interface Message permits Read, Write, Report {}

    /** Asks for a value. */
    record Read(int key, Recipient<PeerWorker.Message> worker) implements Message {}

    /** Sets a value, which is also the answer. */
    record Write(int key, int value, Recipient<PeerWorker.Message> worker) implements Message {}

    /** Asks for the sum of all values. */
    record Report() implements Message {}
}
