// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.core.promise.Promise;

/** What tests talk to through an interface. */
public interface Store {
    void save(String key, int value);

    void saveAll(int... values);

    Promise<Integer> load(String key);

    Promise<String> name();
}
