// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.reference;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ContextCarrier;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.CallInterceptor;
import io.troupe.remoting.link.InterceptedCall;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Headers beside the arguments: the number of a request by a carrier, the tenant by an interceptor. */
public final class Headers {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private Headers() {}

    // tag::carrier[]
    /** Takes the number of the current request along. */
    static final class RequestCarrier implements ContextCarrier {
        private static final ThreadLocal<String> CURRENT = new ThreadLocal<>();

        @Override
        public @Nullable Object capture() { // on the thread that calls
            return CURRENT.get();
        }

        @Override
        public @Nullable Object install(@Nullable Object carried) { // before the method runs, and after it
            Object before = CURRENT.get();
            if (carried == null) {
                CURRENT.remove();
            } else {
                CURRENT.set((String) carried);
            }
            return before;
        }

        @Override
        public Set<String> headers() { // without these it stays in the process
            return Set.of("request");
        }

        @Override
        public Map<String, String> write(Object carried) {
            return Map.of("request", (String) carried);
        }

        @Override
        public Object read(Map<String, String> headers) {
            String request = headers.getOrDefault("request", "");
            if (!request.matches("[0-9]{1,18}")) { // a stranger has sent it
                throw new IllegalArgumentException("a request must be a number: length=" + request.length());
            }
            return request;
        }
    }
    // end::carrier[]

    // tag::interceptor[]
    /** Names the tenant of each call; lets known tenants in; counts. */
    static final class TenantGuard implements CallInterceptor {
        private final LongAdder failures = new LongAdder();
        private final String tenant;

        TenantGuard(String tenant) {
            this.tenant = tenant;
        }

        @Override
        public void outgoing(InterceptedCall call) {
            call.header("tenant", tenant);
        }

        @Override
        public void incoming(InterceptedCall call) {
            if (!call.headers().getOrDefault("tenant", "").equals(tenant)) {
                call.refuse("a tenant must be known here");
            }
        }

        @Override
        public void ended(InterceptedCall call, Duration took, @Nullable Throwable failure) {
            if (failure != null) {
                failures.increment();
            }
        }
    }
    // end::interceptor[]

    /** Knows for which request it works. */
    public static class Desk extends Actor<Desk> {
        public Promise<String> request() {
            return Promise.of(String.valueOf(RequestCarrier.CURRENT.get()));
        }
    }

    /** Runs the example. */
    public static void main(String[] args) {
        try (ActorSystem server = system("server");
                ActorSystem client = system("client");
                ActorSystem stranger = system("stranger")) {
            Remoting remoting = Remoting.on(server);
            // tag::intercept[]
            remoting.intercept(new TenantGuard("opera"));
            // end::intercept[]
            remoting.expose("desk", server.spawn(Desk.class, Desk::new));
            String address =
                    remoting.listen("tcp://127.0.0.1:0").await(LIMIT).address().toString();
            Remoting.on(client).intercept(new TenantGuard("opera"));
            RequestCarrier.CURRENT.set("17");
            System.out.println("request: " + desk(client, address).request().await(LIMIT));
            RequestCarrier.CURRENT.remove();
            try {
                desk(stranger, address).request().await(LIMIT);
            } catch (CallRefusedException e) {
                System.out.println("the stranger is refused");
            }
        }
    }

    private static ActorSystem system(String name) {
        // tag::system[]
        ActorSystem system =
                ActorSystem.builder().name(name).carrier(new RequestCarrier()).start();
        // end::system[]
        return system;
    }

    private static Desk desk(ActorSystem system, String address) {
        return Remoting.on(system).connect(address).await(LIMIT).lookup("desk", Desk.class);
    }
}
