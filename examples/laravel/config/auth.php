<?php

return [
    'providers' => [
        'users' => ['driver' => 'people'], // yours is eloquent
    ],
];
