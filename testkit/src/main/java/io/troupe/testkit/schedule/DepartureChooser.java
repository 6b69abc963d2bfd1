// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets events happen in the order in which they became possible, and time pass when nothing else is possible; but some events
 * wait for their rank. With all events of a run and their ranks that run happens again.
 */
final class DepartureChooser extends Chooser {
    private final Map<Long, Long> ranks = new HashMap<>();

    /** How often time passed in the run that is looked for; more often it passes only if nothing waits. */
    private final long times;

    private final List<Lane> lanes = new ArrayList<>();
    private long happened;
    private long turn;

    DepartureChooser(Collection<Departure> departures, long times) {
        departures.forEach(departure -> ranks.put(departure.key(), departure.rank()));
        this.times = times;
    }

    @Override
    int size() {
        return lanes.size();
    }

    @Override
    void add(Lane lane) {
        lane.since = ++turn;
        lanes.add(lane);
    }

    @Override
    void remove(Lane lane) {
        lanes.remove(lane);
    }

    @Override
    Lane pick(@Nullable Lane time, long nanos) {
        Lane next = null;
        Lane waiting = null;
        long least = Long.MAX_VALUE;
        for (Lane lane : lanes) { // in order of becoming possible
            long rank = rank(lane);
            if (rank <= happened) {
                next = lane;
                break;
            }
            if (rank < least) {
                least = rank;
                waiting = lane;
            }
        }
        if (next == null) {
            if (waiting == null || (time != null && time.count < times && isFirst(time, least))) {
                return time == null ? lanes.get(0) : time;
            }
            next = waiting;
        }
        lanes.remove(next);
        return next;
    }

    private boolean isFirst(Lane time, long least) {
        long rank = rank(time);
        return rank <= happened || rank < least;
    }

    @Override
    List<Lane> drain() {
        List<Lane> all = new ArrayList<>();
        long before = happened;
        while (size() > 0) {
            all.add(pick(null, 0));
            happened++;
        }
        happened = before;
        return all;
    }

    /** How many events it waits for; -1 if it does not wait. */
    private long rank(Lane lane) {
        return ranks.isEmpty() ? -1 : ranks.getOrDefault(lane.nextKey(), -1L);
    }

    @Override
    void ran(Lane lane) {
        happened++;
    }

    @Override
    void missed(long events) {
        happened += events;
    }
}
