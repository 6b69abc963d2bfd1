// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingTest {
    @Test
    void shouldGiveEveryReplyToItsRequest() {
        Pending pending = new Pending();
        List<String> got = new ArrayList<>();
        int first = pending.add(reply -> got.add("first " + reply[0]));
        int second = pending.add(reply -> got.add("second " + reply[0]));
        pending.complete(second, new byte[] {2});
        pending.complete(first, new byte[] {1});
        assertThat(got).containsExactly("second 2", "first 1");
    }

    @Test
    void shouldRefuseASecondReply() {
        Pending pending = new Pending();
        int id = pending.add(reply -> {});
        pending.complete(id, new byte[0]);
        assertThatIllegalStateException()
                .isThrownBy(() -> pending.complete(id, new byte[0]))
                .withMessageContaining("id=" + id);
    }

    @Test
    void shouldGoRoundWithoutTakingAPlaceThatIsWaitedFor() {
        Pending pending = new Pending();
        int kept = pending.add(reply -> {});
        for (int i = 0; i < 20_000; i++) {
            int id = pending.add(reply -> {});
            assertThat(id).isNotEqualTo(kept);
            pending.complete(id, new byte[0]);
        }
    }

    @Test
    void shouldRefuseHalfAPayload() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Echo().tell(new byte[99]))
                .withMessageContaining("length=99");
    }
}
