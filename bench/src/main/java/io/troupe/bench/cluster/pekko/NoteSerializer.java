// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.pekko;

import io.troupe.bench.remoting.pekko.BufferSerializer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.javadsl.Adapter;

/** For all notes. Addresses of those who wait are written by the way Pekko has for that. */
public final class NoteSerializer extends BufferSerializer {
    private static final int IDENTIFIER = 1_412_027;
    private static final String ECHO = "e";
    private static final String UPDATE = "u";
    private static final String READ = "r";
    private static final String REPLY = "a";
    private static final String HELD = "h";

    private final ActorRefResolver addresses;

    /** Made by Pekko. */
    public NoteSerializer(ExtendedActorSystem system) {
        this.addresses = ActorRefResolver.get(Adapter.toTyped(system));
    }

    @Override
    public int identifier() {
        return IDENTIFIER;
    }

    @Override
    public String manifest(Object note) {
        if (note instanceof Note.Echo) {
            return ECHO;
        }
        if (note instanceof Note.Update) {
            return UPDATE;
        }
        if (note instanceof Note.Read) {
            return READ;
        }
        return note instanceof Note.Reply ? REPLY : HELD;
    }

    @Override
    public void toBinary(Object note, ByteBuffer buffer) {
        if (note instanceof Note.Echo echo) {
            head(buffer, echo.key(), echo.id(), echo.replyTo());
            buffer.put(echo.payload());
        } else if (note instanceof Note.Update update) {
            head(buffer, update.key(), update.id(), update.replyTo());
            buffer.put(update.value());
        } else if (note instanceof Note.Read read) {
            head(buffer, read.key(), read.id(), read.replyTo());
        } else if (note instanceof Note.Reply reply) {
            buffer.putInt(reply.id()).putLong(reply.count()).put(reply.payload());
        } else if (note instanceof Note.Held held) {
            buffer.putLong(held.count()).put(held.value());
        } else {
            throw new IllegalArgumentException("note must be of the benchmark: class=" + note.getClass());
        }
    }

    @Override
    public Object fromBinary(ByteBuffer buffer, String manifest) {
        return switch (manifest) {
            case ECHO -> new Note.Echo(text(buffer), buffer.getInt(), address(buffer), rest(buffer));
            case UPDATE -> new Note.Update(text(buffer), buffer.getInt(), address(buffer), rest(buffer));
            case READ -> new Note.Read(text(buffer), buffer.getInt(), address(buffer));
            case REPLY -> new Note.Reply(buffer.getInt(), buffer.getLong(), rest(buffer));
            case HELD -> new Note.Held(buffer.getLong(), rest(buffer));
            default -> throw new IllegalArgumentException("manifest must be known: manifest=" + manifest);
        };
    }

    private void head(ByteBuffer buffer, String key, int id, ActorRef<Note.Reply> replyTo) {
        put(buffer, key);
        buffer.putInt(id);
        put(buffer, addresses.toSerializationFormat(replyTo));
    }

    private static void put(ByteBuffer buffer, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        buffer.putShort((short) bytes.length).put(bytes);
    }

    private ActorRef<Note.Reply> address(ByteBuffer buffer) {
        return addresses.resolveActorRef(text(buffer));
    }

    private static String text(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.getShort()];
        buffer.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] rest(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
