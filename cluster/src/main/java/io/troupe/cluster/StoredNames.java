// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.StoredName;
import io.troupe.remoting.value.GivenNames;
import java.lang.reflect.RecordComponent;

/** The names that annotations give. */
final class StoredNames implements GivenNames {
    @Override
    public String of(Class<?> type) {
        return HostedType.nameOf(type);
    }

    @Override
    public String of(RecordComponent component) {
        StoredName given = component.getAnnotation(StoredName.class);
        return given == null ? component.getName() : given.value();
    }
}
