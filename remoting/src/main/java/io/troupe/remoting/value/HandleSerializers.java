// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import io.troupe.core.continuation.ActorObjects;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.value.Handle.HandleKind;

/** Serializers of what stays where it is and is represented by a number: references, promises, callbacks, ends of channels. */
final class HandleSerializers {
    private HandleSerializers() {}

    private static Handle handle(ValueReader in, String expected, HandleKind kind, HandleKind other) {
        ValueKind found = in.peek();
        if (found != ValueKind.HANDLE) {
            throw ScalarSerializers.mismatch("a reference, promise, callback or channel", expected, found);
        }
        Handle handle = in.handle();
        if (handle.kind() != kind && handle.kind() != other) {
            throw new WireException("a handle must be of its kind: expected=" + expected + ", found=" + handle.kind());
        }
        return handle;
    }

    /** A type whose values are references. */
    static final class ReferenceSerializer extends TypeSerializer<Object> {
        private final Class<?> type;

        /** Of a type. */
        ReferenceSerializer(Class<?> type) {
            this.type = type;
        }

        @Override
        protected void write(Object value, ValueWriter out) {
            out.handle(out.exchange().export(ActorObjects.export(value)));
        }

        @Override
        protected Object read(ValueReader in) {
            return in.exchange()
                    .reference(handle(in, type.getSimpleName(), HandleKind.REFERENCE, HandleKind.HOME), type);
        }
    }

    /** A promise. */
    static final class PromiseSerializer extends TypeSerializer<Promise<?>> {
        private final TypeSerializer<?> value;

        /** Of the serializer of its value. */
        PromiseSerializer(TypeSerializer<?> value) {
            this.value = value;
        }

        @Override
        protected void write(Promise<?> promise, ValueWriter out) {
            out.handle(out.exchange().export(promise, value));
        }

        @Override
        protected Promise<?> read(ValueReader in) {
            return in.exchange().promise(handle(in, "Promise", HandleKind.PROMISE, HandleKind.PROMISE), value);
        }
    }

    /** A callback. */
    static final class CallbackSerializer extends TypeSerializer<Callback<?>> {
        private final TypeSerializer<?> item;

        /** Of the serializer of its items. */
        CallbackSerializer(TypeSerializer<?> item) {
            this.item = item;
        }

        @Override
        protected void write(Callback<?> callback, ValueWriter out) {
            out.handle(out.exchange().export(callback, item));
        }

        @Override
        protected Callback<?> read(ValueReader in) {
            return in.exchange().callback(handle(in, "Callback", HandleKind.CALLBACK, HandleKind.CALLBACK), item);
        }
    }

    /** A publisher. */
    static final class PublisherSerializer extends TypeSerializer<Object> {
        private final TypeSerializer<?> element;

        /** Of the serializer of its elements. */
        PublisherSerializer(TypeSerializer<?> element) {
            this.element = element;
        }

        @Override
        protected void write(Object publisher, ValueWriter out) {
            out.handle(out.exchange().export(HandleKind.PUBLISHER, publisher, element));
        }

        @Override
        protected Object read(ValueReader in) {
            return in.exchange()
                    .publisher(handle(in, "Publisher", HandleKind.PUBLISHER, HandleKind.PUBLISHER), element);
        }
    }

    /** An end of a channel. */
    static final class ChannelSerializer extends TypeSerializer<Object> {
        private final HandleKind kind;
        private final TypeSerializer<?> element;

        /**
         * Of the serializer of its elements.
         *
         * @param kind which end
         */
        ChannelSerializer(HandleKind kind, TypeSerializer<?> element) {
            this.kind = kind;
            this.element = element;
        }

        @Override
        protected void write(Object end, ValueWriter out) {
            out.handle(out.exchange().export(kind, end, element));
        }

        @Override
        protected Object read(ValueReader in) {
            return in.exchange().channel(handle(in, kind.text(), kind, kind), element);
        }
    }
}
