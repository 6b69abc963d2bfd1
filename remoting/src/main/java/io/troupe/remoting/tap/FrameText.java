// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.tap;

import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.value.WireException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The contents of frames by name, with numbers of targets turned into names where that is possible. Guarded by its {@link TapLink}. */
final class FrameText {
    private final TapState shared;
    private final boolean fromDialler;
    private Map<String, @Nullable Object> facts = new LinkedHashMap<>();

    FrameText(TapState shared, boolean fromDialler) {
        this.shared = shared;
        this.fromDialler = fromDialler;
    }

    Map<String, @Nullable Object> of(Frame frame) {
        facts = new LinkedHashMap<>();
        Frame bare = frame;
        if (frame instanceof Frame.Headed headed) {
            put("headers", headed.headers());
            bare = headed.call();
        }
        if (!calls(bare) && !streams(bare)) {
            link(bare);
        }
        return facts;
    }

    private boolean calls(Frame frame) {
        if (frame instanceof Frame.Tell tell) {
            target(tell.to(), tell.method());
            values("arguments", tell.arguments());
        } else if (frame instanceof Frame.Call call) {
            put("stream", call.stream());
            String target = target(call.to(), call.method());
            shared.called(call.stream(), target + "." + call.method());
            if (call.nanos() > 0) {
                put("nanos", call.nanos());
            }
            values("arguments", call.arguments());
        } else if (frame instanceof Frame.Reply reply) {
            stream(reply.stream(), true);
            values("value", reply.value());
        } else if (frame instanceof Frame.Fail fail) {
            stream(fail.stream(), true);
            failure(fail.failure());
        } else if (frame instanceof Frame.Cancel cancel) {
            stream(cancel.stream(), true);
        } else if (frame instanceof Frame.Limit limit) {
            stream(limit.stream(), false);
            put("nanos", limit.nanos());
        } else if (frame instanceof Frame.Undelivered undelivered) {
            // A target of the receiver's that was told, so of the side that says this.
            put("target", shared.target(fromDialler, undelivered.to()));
            put("method", undelivered.method());
            failure(undelivered.failure());
        } else {
            return false;
        }
        return true;
    }

    private boolean streams(Frame frame) {
        if (frame instanceof Frame.Open open) {
            put("stream", open.stream());
            put("name", open.name());
        } else if (frame instanceof Frame.Item item) {
            stream(item.stream(), false);
            values("value", item.value());
        } else if (frame instanceof Frame.End end) {
            stream(end.stream(), false);
            failure(end.failure());
        } else if (frame instanceof Frame.Request request) {
            stream(request.stream(), false);
            put("count", request.count());
        } else if (frame instanceof Frame.Gap gap) {
            stream(gap.stream(), false);
            put("count", gap.count());
        } else if (frame instanceof Frame.Watch watch) {
            put("stream", watch.stream());
            put("target", shared.target(!fromDialler, watch.to()));
        } else if (frame instanceof Frame.Ended ended) {
            put("stream", ended.stream());
            put("address", ended.address());
            put("reason", ended.reason());
        } else {
            return false;
        }
        return true;
    }

    private void link(Frame frame) {
        if (frame instanceof Frame.Hello hello) {
            put("properties", hello.shown());
        } else if (frame instanceof Frame.Nak nak) {
            put("scope", nak.scope().name().toLowerCase(Locale.ROOT));
            put(
                    "target",
                    nak.scope() == Frame.Nak.Scope.TARGET
                            ? shared.target(fromDialler, TargetId.id(nak.id()))
                            : nak.id());
            put("level", nak.level());
            put("queued", nak.queued());
            put("capacity", nak.capacity());
            put("drainRate", nak.drainRate());
        } else if (frame instanceof Frame.Pause pause) {
            put("scope", pause.scope().name().toLowerCase(Locale.ROOT));
            put(
                    "target",
                    pause.scope() == Frame.Nak.Scope.TARGET
                            ? shared.target(fromDialler, TargetId.id(pause.id()))
                            : pause.id());
            put("paused", pause.paused());
        } else if (frame instanceof Frame.Ping ping) {
            put("token", ping.token());
        } else if (frame instanceof Frame.Pong pong) {
            put("token", pong.token());
        } else if (frame instanceof Frame.Release release) {
            put("target", shared.target(!fromDialler, TargetId.id(release.id())));
            put("count", release.count());
        } else if (frame instanceof Frame.Named named) {
            shared.named(fromDialler, named.name(), named.id());
            put("name", named.name());
            put("id", named.id());
        } else if (frame instanceof Frame.KeyNumber key) {
            shared.numbered(fromDialler, key);
            put("number", key.number());
            put("type", key.typeName());
            put("key", key.key());
        } else if (frame instanceof Frame.Goodbye goodbye) {
            put("reason", goodbye.reason());
            if (goodbye.last() >= 0) {
                put("last", goodbye.last());
            }
        } else if (frame instanceof Frame.GoAway away) {
            put("last", away.last());
            put("reason", away.reason());
            put("elsewhere", away.elsewhere());
        } else if (frame instanceof Frame.Unknown unknown) {
            put("code", unknown.code());
        }
    }

    /** A target of the other side. */
    private String target(TargetId to, String method) {
        String target = shared.target(!fromDialler, to);
        put("target", target);
        put("method", method);
        return target;
    }

    private void stream(long stream, boolean ended) {
        put("stream", stream);
        String call = shared.call(stream, ended);
        if (call != null) {
            put("of", call);
        }
    }

    private void values(String name, Payload payload) {
        try {
            String list = ((Payload.Incoming) payload).toJson();
            boolean one = "value".equals(name) && list.length() > 2;
            put(name, new TappedFrame.Json(one ? list.substring(1, list.length() - 1) : list));
        } catch (WireException e) {
            put("unreadable", e.getMessage());
        }
    }

    private void failure(@Nullable Failure failure) {
        if (failure != null) {
            put("code", failure.code().name().toLowerCase(Locale.ROOT));
            put("type", failure.type());
            put("text", failure.text());
            if (!failure.fields().isEmpty()) {
                put("fields", failure.fields());
            }
        }
    }

    private void put(String name, @Nullable Object value) {
        facts.put(name, value);
    }
}
