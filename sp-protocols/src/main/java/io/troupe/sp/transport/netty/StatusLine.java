// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks at the first line of the answer to an upgrade. A refusal counts as soon as that line is there: nanomsg neither ends the
 * head of its refusals nor the connection. All else goes on to HTTP, and this handler away. Loop only.
 */
final class StatusLine extends ByteToMessageDecoder {
    private static final int LONGEST = 1024;
    private static final Pattern REFUSAL = Pattern.compile("HTTP/1\\.[01] (?!101\\b)(\\d{3}.*)");

    private final Consumer<String> refused;

    /** @param refused gets status and reason */
    StatusLine(Consumer<String> refused) {
        this.refused = refused;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        int length = in.bytesBefore((byte) '\n');
        if (length < 0 && in.readableBytes() <= LONGEST) {
            return;
        }
        Matcher refusal = REFUSAL.matcher(
                in.toString(in.readerIndex(), Math.max(0, Math.min(length, LONGEST)), StandardCharsets.ISO_8859_1)
                        .trim());
        if (refusal.matches()) {
            in.skipBytes(in.readableBytes());
            refused.accept(refusal.group(1));
        } else {
            ctx.pipeline().remove(this); // hands on what has come
        }
    }
}
