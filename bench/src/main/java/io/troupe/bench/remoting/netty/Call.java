// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.netty;

/** A request, or the reply to one: both carry the request's number, which is not negative. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Call(int id, byte[] payload) {}
