// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.grpc;

import io.grpc.stub.StreamObserver;

/** Receives messages of a stream that only ends with its process. */
interface Quiet extends StreamObserver<byte[]> {
    @Override
    default void onError(Throwable failure) {
        System.err.println("stream must not fail: " + failure);
    }

    @Override
    default void onCompleted() {
        // Nobody ends a stream.
    }
}
