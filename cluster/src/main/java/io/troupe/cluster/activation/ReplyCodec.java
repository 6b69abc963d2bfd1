// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.cluster.store.StoredCall;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.codec.CborValues;
import io.troupe.remoting.value.TypeSerializer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What the callers of one method were told, as bytes. The first says which kind it is. Any thread. */
public final class ReplyCodec {
    /** Most bytes of one reply. */
    public static final int MOST_BYTES = 1 << 16;

    private static final byte PENDING = 0;
    private static final byte VALUE = 1;
    private static final byte NOTHING = 2;
    private static final byte FAILURE = 3;
    private static final int LONGEST_TEXT = 1_000;

    private final CborValues values;
    private final TypeSerializer<?> serializer;

    ReplyCodec(CborValues values, TypeSerializer<?> serializer) {
        this.values = values;
        this.serializer = serializer;
    }

    /** Of a call that is done and waits for others before it answers. */
    public static byte[] pending() {
        return new byte[] {PENDING};
    }

    /**
     * A value.
     *
     * @throws IllegalArgumentException if it has no encoding, or has more than 64 KiB
     */
    public byte[] value(@Nullable Object value) {
        if (value == null) {
            return new byte[] {NOTHING};
        }
        byte[] data;
        try {
            data = values.write(serializer, value);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "the reply of a call with an id must have an encoding: cause=" + e.getMessage(), e);
        }
        if (data.length > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "the reply of a call with an id must have at most " + MOST_BYTES + " bytes: bytes=" + data.length);
        }
        byte[] reply = new byte[data.length + 1];
        reply[0] = VALUE;
        System.arraycopy(data, 0, reply, 1, data.length);
        return reply;
    }

    /** A failure: its class and its text. */
    public static byte[] failure(Throwable cause) {
        String text = String.valueOf(cause.getMessage());
        String told = cause.getClass().getName() + "\n" + text.substring(0, Math.min(text.length(), LONGEST_TEXT));
        byte[] data = told.getBytes(StandardCharsets.UTF_8);
        byte[] reply = new byte[data.length + 1];
        reply[0] = FAILURE;
        System.arraycopy(data, 0, reply, 1, data.length);
        return reply;
    }

    /**
     * The value of an answer that is known to be one.
     *
     * @throws RuntimeException if the bytes are no such value
     */
    public @Nullable Object valueOf(byte[] reply) {
        return switch (reply.length == 0 ? PENDING : reply[0]) {
            case VALUE -> values.read(serializer, Arrays.copyOfRange(reply, 1, reply.length));
            case NOTHING -> null;
            default -> throw new IllegalArgumentException("an answer must be a value: bytes=" + reply.length);
        };
    }

    /** What the caller of a call was told that is not done again; null: nothing that is known. */
    public @Nullable Promise<?> read(StoredCall call) {
        byte[] reply = call.reply();
        byte[] data = Arrays.copyOfRange(reply, 1, reply.length);
        return switch (reply[0]) {
            case VALUE -> Promise.of(values.read(serializer, data));
            case NOTHING -> Promise.of(null);
            case FAILURE -> {
                String[] told = new String(data, StandardCharsets.UTF_8).split("\n", 2);
                yield Promise.failed(new RemoteFailedException(told[0], told[told.length - 1]));
            }
            default -> null;
        };
    }
}
