// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.core.actor.Terminated;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.host.ActorControl;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import org.jspecify.annotations.Nullable;

/** Between a reference to a durable actor and its cell: gives calls their id, if the thread that calls has one. */
final class DurableOutlet implements Outlet, ActorControl {
    private final Outlet target;
    private final StateHandles handles;
    private final String key;

    /**
     * Leads to an actor.
     *
     * @param target its cell
     * @param handles of its class
     * @param key of the actor
     */
    DurableOutlet(Outlet target, StateHandles handles, String key) {
        this.target = target;
        this.handles = handles;
        this.key = key;
    }

    @Override
    public void tell(TellMessage message) {
        target.tell(identified(message));
    }

    @Override
    public <T> Promise<T> ask(AskMessage<T> message) {
        String id = CallScope.current();
        return target.ask(id == null ? message : new IdentifiedAsk<>(handles, key, identity(id), message));
    }

    @Override
    public Offer tryTell(TellMessage message) {
        return target.tryTell(identified(message));
    }

    @Override
    public Offer tryAsk(AskMessage<?> message) {
        return target.tryAsk(message);
    }

    private TellMessage identified(TellMessage message) {
        String id = CallScope.current();
        return id == null ? message : new IdentifiedTell(handles, key, identity(id), message);
    }

    private static CallIdentity identity(String id) {
        return new CallIdentity(id, false, null);
    }

    // ---- all else as the cell ------------------------------------------------------------------------------------

    @Override
    public void lost(TellMessage message) {
        target.lost(message);
    }

    @Override
    public Runnable whenRoom(Runnable wake) {
        return target.whenRoom(wake);
    }

    @Override
    public @Nullable Cell cell() {
        return target.cell();
    }

    @Override
    public String address() {
        return target.address();
    }

    @Override
    public Object identity() {
        return target.identity();
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        return target.outsideExecutor();
    }

    @Override
    public @Nullable CallbackExecutor callbackExecutor() {
        return target.callbackExecutor();
    }

    @Override
    public String whereabouts(Message message) {
        return target.whereabouts(message);
    }

    private ActorControl control() {
        return (ActorControl) target;
    }

    @Override
    public void stop() {
        control().stop();
    }

    @Override
    public void stopWhenIdle() {
        control().stopWhenIdle();
    }

    @Override
    public Promise<Terminated> watch() {
        return control().watch();
    }

    @Override
    public Promise<Terminated> stopAndWatch() {
        return control().stopAndWatch();
    }

    @Override
    public Promise<Terminated> drainAndWatch() {
        return control().drainAndWatch();
    }

    @Override
    public boolean isStopped() {
        return control().isStopped();
    }

    @Override
    public int depth(int limit) {
        return control().depth(limit);
    }
}
