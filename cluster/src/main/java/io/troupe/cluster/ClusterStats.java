// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import java.time.Duration;
import java.util.Map;

/**
 * A snapshot of one process of a cluster, for metrics. Counters count since its start and never go back; whoever reads them
 * twice gets rates. What is in the database is in {@link io.troupe.cluster.view.ClusterView}. Immutable.
 *
 * @param view how many changes of the cluster it has read; 0 if it is alone
 * @param shards parts of all keys that it serves, of 4096
 * @param shardsInMotion those that it is giving away
 * @param suspects other members that get no more shards, as two members have no link to them
 * @param activations actors that have an object here now, by the name of their type
 * @param commits transactions with updates
 * @param updates updates that were stored, also those that shared a row of one transaction with later ones
 * @param rows states written for them
 * @param refused updates that were not stored, as another process had the key
 * @param failed updates of which it is not known whether they are stored, as the database failed
 * @param commitTime spent in all these transactions together
 * @param latestCommit time of the latest one
 * @param waitingUpdates updates that wait for their transaction
 * @param waitingUpdateBytes what they take, with those in the present transaction
 * @param callsMoved calls turned away here because their key had gone to another member, which their senders then asked
 * @param waitingCallBytes calls of this process that wait for an owner of their key
 */
public record ClusterStats(
        long view,
        int shards,
        int shardsInMotion,
        int suspects,
        Map<String, Integer> activations,
        long commits,
        long updates,
        long rows,
        long refused,
        long failed,
        Duration commitTime,
        Duration latestCommit,
        int waitingUpdates,
        long waitingUpdateBytes,
        long callsMoved,
        long waitingCallBytes) {}
