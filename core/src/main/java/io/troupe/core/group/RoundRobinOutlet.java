// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.group;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Offer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends each message to the next outlet in turn. */
final class RoundRobinOutlet implements Outlet {
    private final String address;
    private final List<Outlet> outlets;
    private final AtomicInteger turn = new AtomicInteger();

    RoundRobinOutlet(Class<?> type, List<Outlet> outlets) {
        this.address = outlets.get(0).address() + "…round-robin/" + type.getSimpleName() + "x" + outlets.size();
        this.outlets = List.copyOf(outlets);
    }

    private Outlet next() {
        return outlets.get(Math.floorMod(turn.getAndIncrement(), outlets.size()));
    }

    @Override
    public void tell(TellMessage message) {
        next().tell(message);
    }

    @Override
    public <T> Promise<T> ask(AskMessage<T> message) {
        return next().ask(message);
    }

    /** When the one in turn has no room, the next attempt goes to the next one. */
    @Override
    public Offer tryTell(TellMessage message) {
        return next().tryTell(message);
    }

    @Override
    public Offer tryAsk(AskMessage<?> message) {
        return next().tryAsk(message);
    }

    /** The one that is in turn next may have room though others have none. */
    @Override
    public Runnable whenRoom(Runnable wake) {
        AtomicBoolean told = new AtomicBoolean();
        List<Runnable> requests = new ArrayList<>(outlets.size());
        for (Outlet outlet : outlets) {
            requests.add(outlet.whenRoom(() -> {
                if (told.compareAndSet(false, true)) {
                    wake.run();
                }
            }));
        }
        return () -> requests.forEach(Runnable::run);
    }

    @Override
    public void lost(TellMessage message) {
        outlets.get(0).lost(message); // which one had no room is not known any more
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        return outlets.get(0).outsideExecutor();
    }
}
