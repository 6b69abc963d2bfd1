// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import io.troupe.core.message.Call;
import io.troupe.dispatch.cell.Message;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Notices an argument that changes between the sending of a message and the turn that takes it: two actors share it. For the thread
 * of the simulation. Does nothing until it is switched on.
 */
final class FrozenMessages {
    private final IdentityHashMap<Message, Sent> underWay = new IdentityHashMap<>();
    private boolean on;
    private @Nullable String change;

    /** A hash of each argument, and who has sent them. */
    private record Sent(List<Long> hashes, Participant sender) {}

    void switchOn() {
        on = true;
    }

    /** A message is sent, for the first time or once more. What an actor sends to itself may change. */
    void sent(Message message, Participant sender, Participant target) {
        if (on && sender != target && message instanceof Call call && !underWay.containsKey(message)) {
            underWay.put(message, new Sent(hashes(call.arguments()), sender));
        }
    }

    /** A message will not be taken. */
    void forget(Message message) {
        if (on) {
            underWay.remove(message);
        }
    }

    /** A turn takes a message. */
    void taken(Message message, Participant target) {
        Sent sent = on ? underWay.remove(message) : null;
        if (sent == null || change != null || !(message instanceof Call call)) {
            return;
        }
        Object[] arguments = call.arguments();
        List<Long> hashes = hashes(arguments);
        for (int i = 0; i < arguments.length; i++) {
            if (!hashes.get(i).equals(sent.hashes.get(i))) {
                change = "a message must not change after it was sent: actor=" + target.name() + ", method="
                        + call.method() + ", argument=" + (i + 1) + ", class="
                        + arguments[i].getClass().getName() + ", sender=" + sent.sender.name();
                return;
            }
        }
    }

    private static List<Long> hashes(Object[] arguments) {
        return Arrays.stream(arguments).map(ValueHash::of).toList();
    }

    /** Fails if a message has changed, now and whenever it is asked again. */
    void check() {
        if (change != null) {
            throw new AssertionError(change);
        }
    }
}
