// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.concurrency.dictionary;

import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;

/** What {@link Worker} does, on a peer. */
final class PeerWorker implements Behavior<PeerWorker.Message> {
    private final Recipient<PeerDictionary.Message> dictionary;
    private final Requests requests;

    PeerWorker(Recipient<PeerDictionary.Message> dictionary, Requests requests) {
        this.dictionary = dictionary;
        this.requests = requests;
    }

    @Override
    public void onMessage(Message message, Recipient<Message> self) {
        if (message instanceof Answer answer) {
            if (requests.next(answer.value())) {
                request(self);
            }
        } else if (message instanceof Begin begin) {
            requests.begin(begin.run());
            request(self);
        }
    }

    private void request(Recipient<Message> self) {
        if (requests.write()) {
            dictionary.tell(new PeerDictionary.Write(requests.key(), requests.value(), self));
        } else {
            dictionary.tell(new PeerDictionary.Read(requests.key(), self));
        }
    }

    /** What a worker hears. */
    sealed interface Message permits Begin, Answer {}

    /** Starts a run, from 1. */
    record Begin(int run) implements Message {}

    /** The value of the key. */
    record Answer(int value) implements Message {}
}
