// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

class ThreadPoolDispatcherTest extends DispatcherContract {
    @Override
    Dispatcher create(int threads) {
        return Dispatchers.threadPool(NAME, threads);
    }
}
