<?php

return [
    'feedback' => [
        'project_id' => env('FEEDBACK_PROJECT_ID'),
        'project_key' => env('FEEDBACK_PROJECT_KEY'),
        'key_id' => env('FEEDBACK_KEY_ID'),
        'private_key_file' => env('FEEDBACK_PRIVATE_KEY_FILE'),
        'api_origin' => rtrim((string) env('FEEDBACK_API_ORIGIN'), '/'),
        'board_origin' => rtrim((string) env('FEEDBACK_BOARD_ORIGIN'), '/'),
    ],
];
