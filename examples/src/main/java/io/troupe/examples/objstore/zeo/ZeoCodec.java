// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/** Messages of ZEO 5 as msgpack: {@code [id, flag, operation, arguments]}. Any thread. */
public final class ZeoCodec {
    /** Flag of an error reply. */
    public static final int FAULT = 2;

    /** Operation of a reply. */
    public static final String REPLY = ".reply";

    /** Most bytes of one object. */
    public static final int MOST_OBJECT = 16 << 20;

    /** Most bytes of one message, in either direction: an object, and what stands around it. */
    public static final int MOST_MESSAGE = MOST_OBJECT + (1 << 10);

    private static final int MOST_ID = 256;
    private static final int PARTS = 4;
    private static final int DEEPEST = 16;
    /** A value in memory is much larger than the byte that it may have in a message. An id has ten bytes. */
    private static final int BYTES_PER_VALUE = 8;

    private static final int FREE_VALUES = 1000;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._]{1,64}");
    private static final byte[] NO_ID = {0};
    private static final byte INT32 = (byte) 0xd2;
    /** Room for all but the bytes of objects; a buffer grows when that is not enough. */
    private static final int USUAL_BYTES = 256;

    private static final String NO_CALL = "a message must name its operation and have a list of arguments: bytes=";

    private ZeoCodec() {}

    /**
     * A message of either side.
     *
     * @param id null, Boolean, Long, Double, String, byte[], List or Map
     * @param idBytes the same in its encoding
     * @param flag 0 a call or a reply, 1 a call without a reply, 2 an error reply
     * @param operation the name of the operation; {@link #REPLY} for replies
     * @param content the arguments, or the result
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Message(@Nullable Object id, byte[] idBytes, int flag, String operation, @Nullable Object content) {}

    /** {@return an object or transaction id as 8 bytes} */
    public static byte[] id(long id) {
        return ByteBuffer.allocate(Long.BYTES).putLong(id).array();
    }

    // ---- in -------------------------------------------------------------------------------------------------------

    /**
     * Takes a frame apart.
     *
     * @param frame the frame without its length
     * @return null for a heartbeat
     * @throws MalformedMessageException if it is no message
     */
    public static @Nullable Message message(byte[] frame) throws MalformedMessageException {
        try (MessageUnpacker in = MessagePack.newDefaultUnpacker(frame)) {
            if (in.unpackArrayHeader() != PARTS) {
                throw new MalformedMessageException("a message must have 4 parts: bytes=" + frame.length);
            }
            int begin = (int) in.getTotalReadBytes();
            Values values = new Values(in, frame.length);
            Object id = values.next(0);
            int end = (int) in.getTotalReadBytes();
            Object flag = values.next(0);
            Object operation = values.next(0);
            Object content = values.next(0);
            if (in.hasNext()) {
                throw new MalformedMessageException("a message must end with its frame: bytes=" + frame.length);
            }
            if (id instanceof Long number && number == -1) {
                return null;
            }
            if (operation instanceof String name) {
                long kind = flag instanceof Long number ? number : Boolean.TRUE.equals(flag) ? 1 : 0;
                return new Message(id, Arrays.copyOfRange(frame, begin, end), (int) kind, name, content);
            }
            throw new MalformedMessageException(NO_CALL + frame.length);
        } catch (IOException | MessagePackException e) {
            throw new MalformedMessageException("a message must be msgpack: bytes=" + frame.length, e);
        }
    }

    /** The call of a client in a frame; null for a heartbeat. */
    static @Nullable Request request(byte[] frame) throws MalformedMessageException {
        Message message = message(frame);
        if (message == null) {
            return null;
        }
        if (!NAME.matcher(message.operation()).matches()) { // it gets into lines for people
            throw new MalformedMessageException(
                    "an operation must have a name of 1 to 64 letters, digits, points and underscores: characters="
                            + message.operation().length());
        }
        if (message.idBytes().length > MOST_ID) { // the reply has it, too
            throw new MalformedMessageException("the id of a message must not be longer than the limit: bytes="
                    + message.idBytes().length + ", limit=" + MOST_ID);
        }
        if (message.content() instanceof List<?> list) {
            return new Request(message.idBytes(), message.flag() != 0, message.operation(), new ArrayList<>(list));
        }
        throw new MalformedMessageException(NO_CALL + frame.length);
    }

    /** The values of a frame. Sizes are checked against the frame before anything is allocated. */
    private static final class Values {
        private final MessageUnpacker in;
        private final int bytes;
        private int left;

        Values(MessageUnpacker in, int bytes) {
            this.in = in;
            this.bytes = bytes;
            left = FREE_VALUES + bytes / BYTES_PER_VALUE;
        }

        @Nullable
        Object next(int depth) throws IOException, MalformedMessageException {
            if (depth > DEEPEST) {
                throw new MalformedMessageException("values must not be nested deeper than " + DEEPEST);
            }
            left--;
            if (left < 0) {
                throw new MalformedMessageException("a message must not have many more values than one in "
                        + BYTES_PER_VALUE + " bytes: bytes=" + bytes);
            }
            switch (in.getNextFormat().getValueType()) {
                case NIL -> {
                    in.unpackNil();
                    return null;
                }
                case BOOLEAN -> {
                    return in.unpackBoolean();
                }
                case INTEGER -> {
                    // ids of Python's objects; only their bytes are repeated, so the largest may wrap
                    return in.unpackBigInteger().longValue();
                }
                case FLOAT -> {
                    return in.unpackDouble();
                }
                case STRING -> {
                    return new String(in.readPayload(fits(in.unpackRawStringHeader())), StandardCharsets.UTF_8);
                }
                case BINARY -> {
                    return in.readPayload(fits(in.unpackBinaryHeader()));
                }
                case ARRAY -> {
                    int size = fits(in.unpackArrayHeader());
                    List<@Nullable Object> list = new ArrayList<>();
                    for (int i = 0; i < size; i++) {
                        list.add(next(depth + 1));
                    }
                    return list;
                }
                case MAP -> {
                    int size = fits(in.unpackMapHeader());
                    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
                    for (int i = 0; i < size; i++) {
                        Object key = next(depth + 1);
                        map.put(key, next(depth + 1));
                    }
                    return map;
                }
                default ->
                    throw new MalformedMessageException("a value must be one of plain msgpack: type="
                            + in.getNextFormat().getValueType());
            }
        }

        private int fits(int size) throws MalformedMessageException {
            if (size < 0 || size > bytes) {
                throw new MalformedMessageException("a value must be within its frame: size=" + size);
            }
            return size;
        }
    }

    // ---- out ------------------------------------------------------------------------------------------------------

    /** {@return the frame of a reply} */
    static byte[] reply(byte[] id, @Nullable Object result) {
        return message(id, 0, REPLY, result);
    }

    /** {@return the frame of an error reply} */
    static byte[] fault(byte[] id, Fault fault) {
        return message(id, FAULT, REPLY, List.of(fault.type(), fault.arguments()));
    }

    /**
     * {@return the frame of a call that is answered}
     *
     * @param number the message id
     * @param operation the name of the operation
     * @param arguments null, Boolean, Number, String, byte[], List or Map
     */
    public static byte[] ask(int number, String operation, @Nullable Object... arguments) {
        byte[] id =
                ByteBuffer.allocate(1 + Integer.BYTES).put(INT32).putInt(number).array();
        return message(id, 0, operation, Arrays.asList(arguments));
    }

    /**
     * {@return the frame of a call that is not answered, of either side}
     *
     * @param operation the name of the operation
     * @param arguments null, Boolean, Number, String, byte[], List or Map
     */
    public static byte[] call(String operation, @Nullable Object... arguments) {
        return message(NO_ID, 1, operation, Arrays.asList(arguments));
    }

    private static byte[] message(byte[] id, int flag, String operation, @Nullable Object last) {
        try (MessageBufferPacker out = new MessagePack.PackerConfig()
                .withBufferSize(USUAL_BYTES + dataBytes(last))
                .newBufferPacker()) {
            out.packArrayHeader(PARTS);
            out.writePayload(id);
            if (flag == 1) {
                out.packBoolean(true);
            } else {
                out.packInt(flag);
            }
            out.packString(operation);
            pack(out, last);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory must be writable", e);
        }
    }

    /** Bytes of the largest part of a message. */
    private static int dataBytes(@Nullable Object value) {
        int most = 0;
        if (value instanceof byte[] bytes) {
            most = bytes.length;
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < Math.min(PARTS, list.size()); i++) {
                most = Math.max(most, list.get(i) instanceof byte[] bytes ? bytes.length : 0);
            }
        }
        return most;
    }

    private static void pack(MessagePacker out, @Nullable Object value) throws IOException {
        if (value == null) {
            out.packNil();
        } else if (value instanceof byte[] bytes) {
            out.packBinaryHeader(bytes.length);
            out.writePayload(bytes);
        } else if (value instanceof String text) {
            out.packString(text);
        } else if (value instanceof Boolean bool) {
            out.packBoolean(bool);
        } else if (value instanceof Number number) {
            out.packLong(number.longValue());
        } else if (value instanceof List<?> list) {
            out.packArrayHeader(list.size());
            for (Object each : list) {
                pack(out, each);
            }
        } else if (value instanceof Map<?, ?> map) {
            out.packMapHeader(map.size());
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                pack(out, entry.getKey());
                pack(out, entry.getValue());
            }
        } else {
            throw new IllegalArgumentException("a value must be one of msgpack: type=" + value.getClass());
        }
    }
}
