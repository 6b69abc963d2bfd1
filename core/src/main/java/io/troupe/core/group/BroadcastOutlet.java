// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.group;

import io.troupe.core.error.MailboxFull;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Lane;
import io.troupe.core.promise.Promise;
import java.util.List;

/** Sends a copy of each tell to all outlets. */
final class BroadcastOutlet implements Outlet {
    private final String address;
    private final List<Outlet> outlets;

    BroadcastOutlet(Class<?> type, List<Outlet> outlets) {
        this.address = outlets.get(0).address() + "…broadcast/" + type.getSimpleName() + "x" + outlets.size();
        this.outlets = List.copyOf(outlets);
    }

    @Override
    public void tell(TellMessage message) {
        MailboxFull full = null;
        for (int i = outlets.size() - 1; i >= 0; i--) {
            try {
                outlets.get(i).tell(i == 0 ? message : (TellMessage) message.copy());
            } catch (MailboxFull e) { // the others get theirs all the same
                full = e;
            }
        }
        if (full != null) {
            throw full;
        }
    }

    @Override
    public <T> Promise<T> ask(AskMessage<T> message) {
        message.target(this);
        message.reject(new UnsupportedOperationException(
                "a broadcast must be a tell, it has no single result: method=" + message.method() + "; use Group.all"));
        return message;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Lane callbackLane() {
        return outlets.get(0).callbackLane();
    }
}
