// SPDX-License-Identifier: Apache-2.0
/**
 * The registry of a cluster in etcd: {@code EtcdRegistry}, opened by {@link io.troupe.cluster.etcd.EtcdProvider}. The only
 * package that sees jetcd.
 *
 * <p>Keys below {@code troupe/SPACE/}; ids are hexadecimal:
 * <pre>
 *   view            the revision of its last change is the number of the view
 *   row/member/ID   what a member says, its status, its lease
 *   row/shard/NO    the id of the owner; the revision of the last change is the epoch
 *   name/NAME       the id of the living member with the name
 *   alive/ID        with the lease of the member: the store takes it away when the lease is over
 *   grave/ID        with a lease of a day, after the death: the row is kept as long
 * </pre>
 */
package io.troupe.cluster.etcd;
