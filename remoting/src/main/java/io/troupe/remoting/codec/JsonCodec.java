// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.HandleExchange;

/**
 * One frame per line of UTF-8, for people and scripts: {@code {"t":"call","s":7,"to":"calc","m":"add(int,int)","a":[1,2]}}.
 * Keys come in any order; unknown keys are skipped; lines of white space before a frame count as part of it.
 *
 * <table class="striped">
 * <caption>Keys of frames, here and in {@link CborCodec}</caption>
 * <thead><tr><th>key</th><th>value</th><th>in</th></tr></thead>
 * <tbody>
 * <tr><td>t</td><td>type, see {@link io.troupe.remoting.codec.FrameType#text}</td><td>all</td></tr>
 * <tr><td>s</td><td>stream, from 1</td><td>call reply fail cancel limit open item end request gap watch ended; the latest one
 * that was taken: goodbye goaway</td></tr>
 * <tr><td>to</td><td>target: a text is a name, a number an id; a list is a type and a key, or the number of these
 * (call)</td><td>tell call undelivered watch</td></tr>
 * <tr><td>m</td><td>method</td><td>tell call undelivered</td></tr>
 * <tr><td>a</td><td>list of arguments; without it there are none</td><td>tell call</td></tr>
 * <tr><td>h</td><td>headers: names and texts; what makes no sense is dropped</td><td>tell call open</td></tr>
 * <tr><td>v</td><td>one value; without it null; if not exactly one, a stands instead</td><td>reply item</td></tr>
 * <tr><td>ns</td><td>nanoseconds left; without it there is no deadline</td><td>call limit</td></tr>
 * <tr><td>e</td><td>failure: code, type, text, each may be left out</td><td>fail end undelivered</td></tr>
 * <tr><td>name</td><td>of a handler, an actor, or a type</td><td>open named key</td></tr>
 * <tr><td>key</td><td>of an actor of that type; without name and key the number stands for nothing any more</td><td>key</td></tr>
 * <tr><td>n</td><td>count; pause: 1 to stop, 0 to go on; fragment: bytes of the whole frame in its first piece</td>
 * <td>request gap release pause fragment</td></tr>
 * <tr><td>id</td><td>number of a target or stream; named: 0 asks, -1 is none</td><td>nak release named pause fragment key</td></tr>
 * <tr><td>scope</td><td>target, stream or link</td><td>nak pause</td></tr>
 * <tr><td>level q cap rate</td><td>pressure</td><td>nak</td></tr>
 * <tr><td>token</td><td>any number; without it 0</td><td>ping pong</td></tr>
 * <tr><td>address</td><td>of an actor; where to go instead</td><td>ended goaway</td></tr>
 * <tr><td>reason</td><td>for people</td><td>ended goodbye goaway</td></tr>
 * <tr><td>b</td><td>bytes, in JSON as Base64: a piece of the line of a large frame, its end included</td><td>fragment</td></tr>
 * <tr><td>props</td><td>names and texts</td><td>hello</td></tr>
 * </tbody>
 * </table>
 */
final class JsonCodec implements Codec {
    @Override
    public String name() {
        return "json";
    }

    @Override
    public FrameEncoder encoder(HandleExchange exchange, FrameLimits limits) {
        return new JacksonEncoder(new JsonFormat(limits), exchange, limits);
    }

    @Override
    public FrameDecoder decoder(HandleExchange exchange, FrameLimits limits) {
        return new JacksonDecoder(new JsonFormat(limits), exchange, limits);
    }
}
