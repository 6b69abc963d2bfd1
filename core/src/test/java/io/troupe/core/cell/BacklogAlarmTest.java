// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.SystemListener;
import io.troupe.dispatch.timer.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BacklogAlarmTest {
    private final ManualClock clock = new ManualClock();
    private final List<String> told = new ArrayList<>();
    private int heap = BacklogAlarm.SHORT;
    private final SystemListener listener = new SystemListener() {
        @Override
        public void onBacklog(String address, int waiting) {
            told.add(address + " " + waiting);
        }
    };
    private final BacklogAlarm alarm = new BacklogAlarm(clock, () -> heap, new SystemLog("alarm"), listener);

    @Test
    void shouldSayWhoseMailboxIsDeep() {
        alarm.look("deep", BacklogAlarm.DEEP);
        assertThat(told).containsExactly("deep " + BacklogAlarm.DEEP);
    }

    @Test
    void shouldSayNothingOfFewMessagesOrWhileThereIsMemory() {
        alarm.look("deep", BacklogAlarm.DEEP - 1);
        heap = BacklogAlarm.SHORT - 1;
        alarm.look("deep", BacklogAlarm.DEEP);
        assertThat(told).isEmpty();
    }

    @Test
    void shouldNotSayItAllTheTime() {
        alarm.look("deep", BacklogAlarm.DEEP);
        clock.advance(BacklogAlarm.INTERVAL.minus(Duration.ofNanos(1)));
        alarm.look("deep", BacklogAlarm.DEEP);
        assertThat(told).hasSize(1);
        clock.advance(Duration.ofNanos(1));
        alarm.look("deep", 1_000_000);
        assertThat(told).hasSize(2);
    }
}
