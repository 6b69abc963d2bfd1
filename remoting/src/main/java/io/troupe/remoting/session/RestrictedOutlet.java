// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.UnhandledFailure;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Offer;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A target of which some methods may be called, until that is revoked. Calls that are not allowed fail before they are sent: asks
 * with {@link CallRefusedException}, tells by throwing it. Any thread.
 */
public final class RestrictedOutlet implements Outlet {
    private final Outlet behind;
    private final Set<String> methods;
    private volatile boolean revoked;

    /**
     * What may be called of a target.
     *
     * @param behind the target; of one that is restricted itself no more can be called than before
     * @param methods names
     */
    public RestrictedOutlet(Outlet behind, Set<String> methods) {
        this.behind = behind;
        this.methods = Set.copyOf(methods);
    }

    /** The target without restrictions. */
    public Outlet target() {
        return behind instanceof RestrictedOutlet inner ? inner.target() : behind;
    }

    /** Names of the methods that may be called. */
    public Set<String> methods() {
        Set<String> allowed = new HashSet<>(methods);
        if (behind instanceof RestrictedOutlet inner) {
            allowed.retainAll(inner.methods());
        }
        return allowed;
    }

    /** From now on nothing can be called. Returns whether that was different before. */
    public boolean revoke() {
        boolean before = revoked;
        revoked = true;
        return !before;
    }

    /** Whether nothing can be called any more. */
    public boolean isRevoked() {
        return revoked || (behind instanceof RestrictedOutlet inner && inner.isRevoked());
    }

    private @Nullable CallRefusedException refusal(Call call) {
        if (isRevoked()) {
            return new CallRefusedException("the right to call a target must not have been revoked: target=" + address()
                    + ", method=" + call.method());
        }
        return methods.contains(call.method().name())
                ? null
                : new CallRefusedException("a restricted reference allows some methods only: target=" + address()
                        + ", method=" + call.method() + ", allowed=" + methods);
    }

    @Override
    public void tell(TellMessage message) {
        check(message);
        behind.tell(message);
    }

    private void check(TellMessage message) {
        CallRefusedException refusal = refusal(message);
        if (refusal != null) {
            throw refusal;
        }
    }

    @Override
    public <T> Promise<T> ask(AskMessage<T> message) {
        return mayGo(message) ? behind.ask(message) : message;
    }

    private boolean mayGo(AskMessage<?> message) {
        CallRefusedException refusal = refusal(message);
        if (refusal != null) {
            message.target(this);
            message.reject(refusal);
        }
        return refusal == null;
    }

    @Override
    public Offer tryTell(TellMessage message) {
        check(message);
        return behind.tryTell(message);
    }

    @Override
    public Offer tryAsk(AskMessage<?> message) {
        return mayGo(message) ? behind.tryAsk(message) : Offer.CLOSED;
    }

    @Override
    public void lost(TellMessage message) {
        behind.lost(message);
    }

    @Override
    public Runnable whenRoom(Runnable wake) {
        return behind.whenRoom(wake);
    }

    @Override
    public @Nullable Cell cell() {
        return behind.cell();
    }

    @Override
    public String address() {
        return behind.address();
    }

    @Override
    public CallbackExecutor outsideExecutor() {
        return behind.outsideExecutor();
    }

    @Override
    public @Nullable CallbackExecutor callbackExecutor() {
        return behind.callbackExecutor();
    }

    @Override
    public void unhandled(AskMessage<?> message, UnhandledFailure failure) {
        behind.unhandled(message, failure);
    }
}
