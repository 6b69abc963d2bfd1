// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers.remote;

import io.troupe.bench.philosophers.Forks;
import io.troupe.bench.remoting.pekko.BufferSerializer;
import java.nio.ByteBuffer;

/** Writes and reads notes: their numbers, and nothing else. */
public final class NoteSerializer extends BufferSerializer {
    private static final int IDENTIFIER = 1_412_027;
    private static final String OPEN = "o";
    private static final String TAKE = "t";
    private static final String GIVEN = "g";
    private static final String FINISH = "f";
    private static final String COUNT = "c";
    private static final String ACCOUNTED = "a";

    /** Made by Pekko. */
    public NoteSerializer() {}

    @Override
    public int identifier() {
        return IDENTIFIER;
    }

    @Override
    public String manifest(Object message) {
        if (message instanceof Note.Take) {
            return TAKE;
        }
        if (message instanceof Note.Given) {
            return GIVEN;
        }
        if (message instanceof Note.Finish) {
            return FINISH;
        }
        if (message instanceof Note.Open) {
            return OPEN;
        }
        return message instanceof Note.Count ? COUNT : ACCOUNTED;
    }

    @Override
    public void toBinary(Object message, ByteBuffer buffer) {
        if (message instanceof Note.Take take) {
            put(buffer.putInt(take.seat()), take.first());
        } else if (message instanceof Note.Given given) {
            put(put(buffer, given.first()), given.granted());
        } else if (message instanceof Note.Finish finish) {
            buffer.putInt(finish.seat());
        } else if (message instanceof Note.Open open) {
            buffer.putInt(open.meals());
        } else if (message instanceof Note.Accounted accounted) {
            buffer.putInt(accounted.account().eaten())
                    .putInt(accounted.account().inHand());
        } else if (!(message instanceof Note.Count)) {
            throw new IllegalArgumentException("message must be a note: class=" + message.getClass());
        }
    }

    @Override
    public Object fromBinary(ByteBuffer buffer, String manifest) {
        return switch (manifest) {
            case TAKE -> new Note.Take(buffer.getInt(), flag(buffer));
            case GIVEN -> new Note.Given(flag(buffer), flag(buffer));
            case FINISH -> new Note.Finish(buffer.getInt());
            case OPEN -> new Note.Open(buffer.getInt());
            case COUNT -> new Note.Count();
            case ACCOUNTED -> new Note.Accounted(new Forks.Account(buffer.getInt(), buffer.getInt()));
            default -> throw new IllegalArgumentException("manifest must be known: manifest=" + manifest);
        };
    }

    private static ByteBuffer put(ByteBuffer buffer, boolean flag) {
        return buffer.put((byte) (flag ? 1 : 0));
    }

    private static boolean flag(ByteBuffer buffer) {
        return buffer.get() != 0;
    }
}
