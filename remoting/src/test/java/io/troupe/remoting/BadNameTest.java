// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.topic.TopicConfig;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A bad name must not begin a line of its own in a log. */
class BadNameTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String BAD = "a?\nb";
    private static final String ESCAPED = "name=a?\\nb";

    private final ActorSystem there = ActorSystem.start("there");
    private final ActorSystem here = ActorSystem.start("here");

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    /** Does nothing. */
    public static class Plain extends Actor<Plain> {}

    @Test
    void shouldBeQuotedOnOneLine() {
        Remoting remoting = Remoting.on(there);
        Plain plain = there.spawn(Plain.class, Plain::new);
        assertThatThrownBy(() -> remoting.expose(BAD, plain)).hasMessageContaining(ESCAPED);
        assertThatThrownBy(() -> remoting.topic(BAD, String.class, TopicConfig.defaults()))
                .hasMessageContaining(ESCAPED);
        assertThatThrownBy(() -> Encoding.of(BAD)).hasMessageContaining("encoding=a?\\nb");

        Remoting.on(there).listen("inproc://bad-name").await(LIMIT);
        Link link = Remoting.on(here).connect("inproc://bad-name").await(LIMIT);
        assertThatThrownBy(() -> link.resolve(BAD, Plain.class).await(LIMIT)).hasMessageContaining(ESCAPED);
    }
}
