// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.activation.ActivationServices;
import io.troupe.cluster.activation.CallCodec;
import io.troupe.cluster.activation.StateCodec;
import io.troupe.cluster.activation.StateHandles;
import io.troupe.cluster.activation.VirtualHandle;
import io.troupe.cluster.actor.BestEffort;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.FencedException;
import io.troupe.cluster.actor.KeyedActor;
import io.troupe.cluster.store.StateKey;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.actor.KeyedFactory;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.host.GuardedFactory;
import io.troupe.core.host.TurnGuard;
import io.troupe.remoting.link.CallPolicy;
import io.troupe.remoting.value.TypeSerializers;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How classes come to be hosted, and where references to their actors lead: in a process that is alone, and in a member. */
final class TypeHost {
    /** A failed call is no reason to end: the next object goes on with what is stored, or anew. */
    static final Supervision SUPERVISION = new Supervision(
            failure -> Decision.RESTART,
            Integer.MAX_VALUE,
            Duration.ofMinutes(1),
            Duration.ofMillis(10),
            Duration.ofSeconds(3));

    private final ActorSystem system;
    private final HostedTypes hosted;
    private final TypeSerializers serializers;
    private final ActivationServices services;
    private final CallPolicy callers;

    /** Of one of several; null: it is alone. */
    private final @Nullable Membership membership;

    TypeHost(
            ActorSystem system,
            HostedTypes hosted,
            TypeSerializers serializers,
            ActivationServices services,
            CallPolicy callers,
            @Nullable Membership membership) {
        this.system = system;
        this.hosted = hosted;
        this.serializers = serializers;
        this.services = services;
        this.callers = callers;
        this.membership = membership;
    }

    /** Hosts a class. One thread at a time. */
    <A extends KeyedActor<A>> HostedType<A> host(
            Class<A> type, ActorFactory<? extends A> factory, DirectoryOptions options) {
        String name = HostedType.nameOf(type);
        StateKey.check("type", name);
        if (hosted.has(name)) {
            throw new IllegalArgumentException("a class must be hosted once: type=" + name);
        }
        DirectoryOptions supervised = options.supervision(SUPERVISION);
        HostedType<A> made = DurableActor.class.isAssignableFrom(type)
                ? durable(type, name, factory, supervised)
                : virtual(type, name, factory, supervised);
        hosted.add(type, made);
        return made;
    }

    private <A> HostedType<A> durable(
            Class<A> type, String name, ActorFactory<? extends A> factory, DirectoryOptions options) {
        CallCodec calls = services.codecs().of(type);
        StateHandles handles =
                new StateHandles(new StateCodec(serializers, HostedDurable.stateOf(type)), calls, services);
        KeyedFactory<A> keyed = key -> handles.of(key).make(factory::create);
        Membership member = membership;
        Directory<A> actors = system.directory(
                type,
                member == null ? keyed : new MemberFactory<>(keyed, key -> member.guard(name, key), key -> {}),
                options);
        HostedDurable<A> made = new HostedDurable<>(name, actors, calls, handles);
        if (member != null) {
            member.router().know(calls);
            member.router().host(type, calls, callers, handles, made::cell);
        }
        return made;
    }

    private <A> HostedType<A> virtual(
            Class<A> type, String name, ActorFactory<? extends A> factory, DirectoryOptions options) {
        Membership member = membership;
        boolean bestEffort = type.isAnnotationPresent(BestEffort.class);
        BooleanSupplier tenure = member == null || bestEffort ? () -> true : member::isServing;
        KeyedFactory<A> keyed = key -> new VirtualHandle(key, tenure).make(factory::create);
        LiveKeys live = new LiveKeys(name);
        if (member == null) {
            return new HostedVirtual<>(name, system.directory(type, keyed, options), live);
        }
        KeyedFactory<A> counted = key -> {
            live.begin(key);
            return keyed.create(key);
        };
        Function<String, TurnGuard> guards =
                bestEffort ? key -> member.router().guard(name, key) : key -> member.guard(name, key);
        HostedVirtual<A> made = new HostedVirtual<>(
                name, system.directory(type, new MemberFactory<>(counted, guards, live::left), options), live);
        member.router().host(name, type, callers, made::cell);
        return made;
    }

    /**
     * The actors of a member.
     *
     * @param keyed makes them
     * @param guards know which of them may act
     * @param end told when one has no object any more
     */
    private record MemberFactory<A>(KeyedFactory<A> keyed, Function<String, TurnGuard> guards, Consumer<String> end)
            implements GuardedFactory<A> {
        @Override
        public A create(String key) throws Exception {
            return keyed.create(key);
        }

        @Override
        public TurnGuard guard(String key) {
            return guards.apply(key);
        }

        @Override
        public void left(String key) {
            end.accept(key);
        }
    }

    /** A reference to the actor of a key, wherever it is. Of a process that is alone and has closed there is none. */
    <A extends KeyedActor<A>> A actor(Class<A> type, String key) {
        HostedType.check(type);
        if (membership == null) {
            HostedType<A> known = hosted.of(type);
            String checked = new StateKey(known.name(), key).key();
            try {
                return known.actor(checked);
            } catch (SpawnRefusedException e) { // its directory ends, with the cluster or the system
                throw new FencedException("a cluster that has closed calls nothing: system=" + system.name());
            }
        }
        if (DurableActor.class.isAssignableFrom(type)) {
            membership.router().know(services.codecs().of(type));
        }
        return membership.router().reference(type, HostedType.nameOf(type), key);
    }
}
